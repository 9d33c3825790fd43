//! [`Disk`]: a small disk in memory, which can be filled.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A file system of its own, with room for a database.
pub(crate) struct Disk {
    place: PathBuf,
}

/// Its size: a thousand kills leave some megabytes.
const MOUNT_OPTIONS: &str = "size=96m";

impl Disk {
    /// Mounts a disk, or returns `None` where that is not possible.
    pub(crate) fn mount(place: &Path) -> Option<Self> {
        std::fs::create_dir_all(place).ok()?;
        let mount = Command::new("mount")
            .args(["-t", "tmpfs", "-o", MOUNT_OPTIONS, "trigon-soak"])
            .arg(place)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .status();
        mount.is_ok_and(|status| status.success()).then(|| Self { place: place.to_owned() })
    }

    fn filler(&self) -> PathBuf {
        self.place.join("filler")
    }

    /// Writes until there is no room for anything else.
    pub(crate) fn fill(&self) -> std::io::Result<()> {
        let mut filler = std::fs::File::create(self.filler())?;
        for size in [1 << 20, 1 << 12] {
            let chunk = vec![0; size];
            while filler.write_all(&chunk).is_ok() {}
        }
        Ok(())
    }

    /// Makes room again.
    pub(crate) fn clear(&self) {
        let _ = std::fs::remove_file(self.filler());
    }

    /// Copies its files into a folder, to be looked at once it is gone.
    pub(crate) fn save(&self, folder: &Path) {
        for file in std::fs::read_dir(&self.place).into_iter().flatten().flatten() {
            let _ = std::fs::copy(file.path(), folder.join(file.file_name()));
        }
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // Unmounted even if something still has a file open.
        let _ = Command::new("umount").arg("-l").arg(&self.place).stderr(Stdio::null()).status();
    }
}
