//! The file of a certificate: its head, its lines, its digest.
