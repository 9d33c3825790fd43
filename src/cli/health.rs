//! `trigon health`: whether the bot that runs here is well.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use super::Error;
use super::config::ConfigFile;
use super::tasks::runtime;

/// How long the bot may take to answer.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);

/// Ask the bot that runs on this machine whether it is well; it answers at the address of `metrics`
///
/// Exits with 0 if the bot is connected and the database works, and with 1 otherwise, as health checks of containers need it.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    config: ConfigFile,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let config = args.config.read()?;
    let Some(address) = config.status_address()? else {
        return Err(Error::Usage(
            "metrics is not set, so the bot does not say how it is: set metrics = \"127.0.0.1:9464\" in config.toml, or \
             TRIGON_METRICS"
                .to_owned(),
        ));
    };
    let (is_well, said) = runtime()?.block_on(ask_bot(reachable_address(address)))?;
    write!(out, "{said}")?;
    if is_well { Ok(()) } else { Err(Error::CheckFailed) }
}

/// Returns whether the bot is well, and what it says.
async fn ask_bot(address: SocketAddr) -> Result<(bool, String), Error> {
    let answer = async {
        // Not through a proxy, which is for what is elsewhere.
        let client = reqwest::Client::builder().no_proxy().timeout(RESPONSE_TIMEOUT).build()?;
        let answer = client.get(format!("http://{address}/healthz")).send().await?;
        Ok((answer.status().is_success(), answer.text().await?))
    };
    answer.await.map_err(|_: reqwest::Error| Error::NoBotAnswers(address))
}

/// Returns where this machine reaches what listens at an address, which can stand for all of its own.
fn reachable_address(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}
