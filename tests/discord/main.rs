//! The Discord face, tested on the embedded Discord.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test that fails may panic"
)]

mod absence;
mod alternates;
mod announcements;
mod answers;
mod beacon;
mod check_in;
mod clocks;
mod cluster;
mod computed;
mod consent;
#[path = "../database/mod.rs"]
mod database;
mod delivery;
mod diary;
mod directs;
mod doors;
mod downtime;
mod edits;
mod events;
mod face;
mod falls_due;
mod flow;
#[path = "../toys/mod.rs"]
mod games;
mod given_up;
mod hands;
mod hash;
mod hidden;
mod hosting;
mod killed;
mod limiter;
mod lists;
mod lost;
mod menus;
mod misfires;
mod missed;
mod old;
#[path = "../openapi/mod.rs"]
mod openapi;
mod outage;
mod own;
mod pad;
mod planned;
mod puzzle;
mod quiet;
mod reach;
mod referring;
mod refusals;
mod register;
mod relocating;
mod replies;
mod requests;
mod review;
mod roles;
mod running;
mod scene;
mod season;
mod seats;
mod secrets;
mod settings;
mod snapshots;
mod spectators;
mod stage;
mod stats;
mod story;
mod templates;
mod told;
mod toys;
mod trust;
mod turns;
mod typed;
mod upgrade;
mod whatif;
mod whole;
mod writer;
