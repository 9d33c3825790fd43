//! [`DatabaseSetup`]: a database to soak the bot with.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::args::{Args, Fault};
#[cfg(unix)]
use crate::cluster::{self, Cluster};
use crate::database_proxy::DatabaseProxy;
use crate::disk::Disk;
use crate::error::Error;

/// The shards of the processes on a server. Direct messages go to the first.
const SHARDS: [&str; 3] = ["0-1/4", "2/4", "3/4"];

/// A database and its surroundings.
#[derive(Default)]
pub(crate) struct DatabaseSetup {
    pub(crate) name: &'static str,
    pub(crate) folder: PathBuf,
    /// The address of the database, and the one that each process uses.
    pub(crate) url: String,
    pub(crate) urls: Vec<String>,
    pub(crate) shards: &'static [&'static str],
    /// Stops the database server, does something and starts it again.
    pub(crate) restart: Option<fn(&mut dyn FnMut())>,
    /// Writes everything stored to a file, where the database ends with the soak.
    pub(crate) keep: Option<fn(&Path) -> std::io::Result<()>>,
    /// The connections of each process to the database server.
    pub(crate) proxies: Vec<DatabaseProxy>,
    pub(crate) disk: Option<Arc<Disk>>,
}

impl DatabaseSetup {
    /// Prepares a database in a file, on a small disk if that should get full.
    pub(crate) fn sqlite(args: &Args, folder: PathBuf) -> Result<Self, Error> {
        let disk = if args.faults.has(Fault::Disk) { Disk::mount(&folder.join("disk")) } else { None };
        if disk.is_none() && args.faults.has(Fault::Disk) {
            println!("a small disk cannot be mounted here: it is left out that the disk is full");
        }
        std::fs::create_dir_all(folder.join("disk"))?;
        let url = format!("sqlite://{}/disk/trigon.db", folder.display());
        let urls = vec![url.clone()];
        Ok(Self { name: "SQLite", folder, url, urls, disk: disk.map(Arc::new), ..Self::default() })
    }

    /// Prepares a database on a server, with a connection of its own for each process.
    #[cfg(unix)]
    pub(crate) async fn postgres(cluster: &Cluster, folder: PathBuf) -> Result<Self, Error> {
        let restart = |meanwhile: &mut dyn FnMut()| {
            if let Some(cluster) = cluster::cluster() {
                cluster.restart(meanwhile);
            }
        };
        let mut proxies = Vec::new();
        for _ in SHARDS {
            proxies.push(DatabaseProxy::start(cluster.socket()).await?);
        }
        Ok(Self {
            name: "PostgreSQL",
            folder,
            url: cluster.url("public"),
            urls: proxies.iter().map(|proxy| proxy.url("public")).collect(),
            shards: &SHARDS,
            restart: Some(restart),
            keep: Some(|file| cluster::cluster().map_or(Ok(()), |cluster| cluster.dump(file))),
            proxies,
            disk: None,
        })
    }
}
