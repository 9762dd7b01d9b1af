//! Reads the figures that a master serves for Prometheus.

use std::collections::HashMap;

/// Figures by their names, those without labels.
pub fn read(text: &str) -> HashMap<&str, f64> {
    let line = |line| {
        let (name, value) = str::split_once(line, ' ')?;
        if line.starts_with('#') || name.contains('{') {
            return None;
        }
        // A time may follow the value.
        Some((name, value.split(' ').next()?.parse().ok()?))
    };
    text.lines().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read() {
        let text = "# HELP rhizome_expansions Nodes\n# TYPE rhizome_expansions counter\nrhizome_expansions_total 12\n\
                    rhizome_root_proof_number inf\nrhizome_workers{a=\"b\"} 3\nrhizome_memory 1.5e3 171\nnonsense\nx y\n# EOF\n";
        let figures = read(text);
        assert_eq!(figures.len(), 3);
        assert_eq!(figures["rhizome_expansions_total"], 12.0);
        assert_eq!(figures["rhizome_root_proof_number"], f64::INFINITY);
        assert_eq!(figures["rhizome_memory"], 1500.0);
    }
}
