//! Sizes and durations, as they are written on the command line and in reports.

use std::time::Duration;

/// The units of memory that are read.
const SIZE_UNITS: [(&str, u64); 9] = [
    ("B", 1),
    ("kB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("TB", 1_000_000_000_000),
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("TiB", 1 << 40),
];

/// The units of time that are read, in microseconds.
const TIME_UNITS: [(&str, u64); 6] = [
    ("us", 1),
    ("ms", 1_000),
    ("s", 1_000_000),
    ("m", 60_000_000),
    ("h", 3_600_000_000),
    ("d", 86_400_000_000),
];

/// Reads an amount of memory such as `64MiB`, `500MB` or `1073741824`, in bytes.
///
/// # Errors
/// A message for the user if it is anything else.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let (number, unit) = split_number(text);
    let count: u64 = match number.parse() {
        Ok(count) => count,
        Err(_) if number.is_empty() => {
            return Err(
                "write a whole number and a unit, like 64MiB, 1GiB, 500MB, or a number of bytes".into()
            );
        }
        Err(_) => return Err("the number is too big".into()),
    };
    let bytes = match SIZE_UNITS.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit)) {
        Some(&(_, bytes)) => bytes,
        None if unit.is_empty() => 1,
        None => {
            return Err(format!(
                "unknown unit `{unit}`: the units are KiB, MiB, GiB, TiB and kB, MB, GB, TB"
            ));
        }
    };
    count.checked_mul(bytes).ok_or_else(|| "the number is too big".into())
}

/// Reads a duration such as `90s`, `10m` or `1h30m`.
///
/// # Errors
/// A message for the user if it is anything else.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let mut microseconds = 0u64;
    let mut rest = text;
    loop {
        let (number, behind) = split_number(rest);
        let end = behind.find(|character: char| character.is_ascii_digit()).unwrap_or(behind.len());
        let (unit, behind) = behind.split_at(end);
        if number.is_empty() || unit.is_empty() {
            return Err("write numbers with units, like 90s, 10m or 1h30m".into());
        }
        let Some(&(_, length)) = TIME_UNITS.iter().find(|(name, _)| *name == unit) else {
            return Err(format!("unknown unit `{unit}`: the units are us, ms, s, m, h and d"));
        };
        let part = number.parse::<u64>().ok().and_then(|count| count.checked_mul(length));
        let sum = part.and_then(|part| microseconds.checked_add(part));
        microseconds = sum.ok_or("the duration is too long")?;
        rest = behind;
        if rest.is_empty() {
            return Ok(Duration::from_micros(microseconds));
        }
    }
}

fn split_number(text: &str) -> (&str, &str) {
    let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    text.split_at(end)
}

/// An amount of memory for people: three digits and a unit.
pub fn show_size(bytes: u64) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if bytes < 1 << 10 {
        return format!("{bytes} bytes");
    }
    let mut amount = bytes as f64 / 1024.0;
    let mut unit = 0;
    while amount >= 999.5 && unit + 1 < UNITS.len() {
        amount /= 1024.0;
        unit += 1;
    }
    let decimals = if amount < 9.995 {
        2
    } else if amount < 99.95 {
        1
    } else {
        0
    };
    format!("{amount:.decimals$} {}", UNITS[unit])
}

/// A number with its digits in groups of three.
pub fn show_count(count: u64) -> String {
    let digits = count.to_string();
    let mut shown = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        for (text, bytes) in [
            ("64MiB", 64 << 20),
            ("1GiB", 1 << 30),
            ("500MB", 500_000_000),
            ("16777216", 16 << 20),
            ("20000kb", 20_000_000),
            ("7B", 7),
        ] {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
        for text in ["", "MiB", "1.5GiB", "-1", "1 GiB", "64M", "99999999999999999999", "99999999TiB", "1Gi²"]
        {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn durations_are_read() {
        for (text, seconds) in [
            ("90s", 90.0),
            ("10m", 600.0),
            ("1h30m", 5400.0),
            ("250ms", 0.25),
            ("2d", 172_800.0),
            ("0s", 0.0),
        ] {
            assert_eq!(parse_duration(text), Ok(Duration::from_secs_f64(seconds)), "{text}");
        }
        for text in [
            "",
            "90",
            "s",
            "1h30",
            "1x",
            "1.5h",
            "-1s",
            "1 h",
            "99999999999999999999s",
            "999999999999999999d",
        ] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_are_shown() {
        for (bytes, shown) in [
            (0, "0 bytes"),
            (1023, "1023 bytes"),
            (1024, "1.00 KiB"),
            (64 << 20, "64.0 MiB"),
            (1000 << 20, "0.98 GiB"),
            (u64::MAX, "16.0 EiB"),
        ] {
            assert_eq!(show_size(bytes), shown);
        }
    }

    #[test]
    fn counts_are_shown() {
        for (count, shown) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(show_count(count), shown);
        }
    }
}
