//! [`Services`]: what the tasks of a running bot share, and those tasks.

use std::sync::Arc;

use poise::serenity_prelude::Http;
use reqwest::header::HeaderValue;

use super::last_call::DirectsLastCall;
use super::other_processes::{SharedLimits, stay_alive, wake_up};
use super::register::{Commands, clear_others};
use super::supervisor::Task;
use crate::delivery::{self, Writer};
use crate::directs::Directs;
use crate::limiter::Limiter;
use crate::time::{DiscordClock, keep};
use crate::upkeep;
use trigon_engine::matches::{Matches, scheduler};
use trigon_engine::season::{self, Seasons};

/// What the tasks of a running bot share.
#[derive(Clone)]
pub(super) struct Services {
    pub(super) matches: Matches,
    pub(super) seasons: Seasons,
    pub(super) http: Arc<Http>,
    pub(super) limiter: Limiter,
    /// The value of the `Authorization` header.
    pub(super) authorization: HeaderValue,
    pub(super) directs: Arc<Directs>,
    pub(super) writer: Arc<Writer>,
    pub(super) limits: Arc<SharedLimits>,
    pub(super) last_call: Arc<DirectsLastCall>,
    pub(super) clock: Option<Arc<DiscordClock>>,
    /// Where the commands are offered, if this process registers them.
    pub(super) commands: Option<Arc<Commands>>,
}

impl Services {
    /// Returns the tasks, which the supervisor starts.
    pub(super) fn tasks(&self) -> Vec<Task> {
        let mut tasks = vec![
            self.finite("telling other processes that this one is alive", |services| {
                stay_alive(services.matches, services.limits)
            }),
            self.finite("listening to other processes", |services| wake_up(services.matches)),
            self.lasting("delivery", |services| {
                delivery::run_with(
                    services.matches,
                    services.limiter,
                    services.authorization,
                    services.directs,
                    services.writer,
                )
            }),
            self.lasting("upkeep", |services| {
                upkeep::run(services.matches, services.limiter, services.authorization, services.directs)
            }),
            self.lasting("booking what matches of seasons leave", |services| season::run(services.seasons)),
            self.lasting("the scheduler", |services| {
                scheduler::run(services.matches.with_last_call(services.last_call))
            }),
        ];
        if let Some(commands) = &self.commands {
            let commands = commands.clone();
            tasks.push(self.finite("removing old commands", move |services| {
                let commands = commands.clone();
                async move { clear_others(&services.http, services.matches.store(), &commands).await }
            }));
        }
        if let Some(clock) = &self.clock {
            let clock = clock.clone();
            tasks.push(
                self.lasting("asking for the time", move |services| keep(clock.clone(), services.http)),
            );
        }
        tasks
    }

    /// Returns a task that never finishes.
    fn lasting<W: Future<Output = ()> + Send + 'static>(
        &self,
        name: &'static str,
        work: impl Fn(Self) -> W + Send + 'static,
    ) -> Task {
        let services = self.clone();
        Task::lasting(name, move || work(services.clone()))
    }

    /// Returns a task that finishes when there is nothing left to do.
    fn finite<W: Future<Output = ()> + Send + 'static>(
        &self,
        name: &'static str,
        work: impl Fn(Self) -> W + Send + 'static,
    ) -> Task {
        let services = self.clone();
        Task::finite(name, move || work(services.clone()))
    }
}
