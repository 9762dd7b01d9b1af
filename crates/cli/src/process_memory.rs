//! How much memory the process has taken.

/// The most bytes of main memory that the process has held at one time, or
/// `None` where the system does not tell.
#[cfg(target_os = "linux")]
pub fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// The most bytes of main memory that the process has held at one time, or
/// `None` where the system does not tell.
#[cfg(not(target_os = "linux"))]
pub fn peak() -> Option<u64> {
    None
}
