//! Lets in only what comes from this page, and says with every response what the page may do.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

/// What the page may load and do: only what this server serves, and nothing that stands in the page itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
     connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Under which names the server answers. A web page elsewhere can have its own name lead to this machine (DNS rebinding),
/// but it cannot have its requests name another host than its own.
#[derive(Clone, Debug)]
pub struct Names {
    address: SocketAddr,
    /// Further names, with or without port.
    others: Vec<String>,
}

impl Names {
    /// The names of a server that listens at an address, and others that were allowed.
    pub fn new(address: SocketAddr, others: Vec<String>) -> Self {
        Names { address, others }
    }

    /// Whether this is a name of the server.
    fn include(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else { return false };
        if host.contains('@') {
            return false;
        }
        let name = authority.host().trim_matches(['[', ']']);
        if self
            .others
            .iter()
            .any(|other| host.eq_ignore_ascii_case(other) || name.eq_ignore_ascii_case(other))
        {
            return true;
        }
        if authority.port_u16().unwrap_or(80) != self.address.port() {
            return false;
        }
        let listens = self.address.ip();
        match name.parse::<IpAddr>() {
            Ok(ip) if listens.is_unspecified() => !ip.is_unspecified(),
            Ok(ip) => ip == listens || (ip.is_loopback() && listens.is_loopback()),
            Err(_) => {
                name.eq_ignore_ascii_case("localhost") && (listens.is_loopback() || listens.is_unspecified())
            }
        }
    }
}

/// Refuses requests under other names and from other pages, and adds the headers that every response has.
pub async fn guard(State(names): State<Arc<Names>>, request: Request, next: Next) -> Response {
    let mut response = match check(&names, &request) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    let headers = response.headers_mut();
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("x-frame-options"), "DENY"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn check(names: &Names, request: &Request) -> Result<(), Problem> {
    let headers = request.headers();
    let host = single(headers, header::HOST)?;
    if !host.is_some_and(|host| names.include(host)) {
        let message =
            "this server is not called so: the Host header has to name the address at which it listens";
        return Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, message));
    }
    let foreign =
        || Err(Problem::new(StatusCode::FORBIDDEN, "requests from pages of other servers are refused"));
    if let Some(origin) = single(headers, header::ORIGIN)? {
        let own = host.map(|host| format!("http://{host}"));
        if !own.is_some_and(|own| own.eq_ignore_ascii_case(origin)) {
            return foreign();
        }
    }
    // Links from elsewhere may lead to the page, but not set off computations.
    let opens_a_page = request.method() == Method::GET && !request.uri().path().starts_with("/api/");
    match single(headers, HeaderName::from_static("sec-fetch-site"))? {
        Some("cross-site" | "same-site") if !opens_a_page => foreign(),
        _ => Ok(()),
    }
}

/// A header that may come once.
fn single(headers: &HeaderMap, name: HeaderName) -> Result<Option<&str>, Problem> {
    let mut values = headers.get_all(&name).iter();
    let first = values.next();
    if values.next().is_some() {
        return Err(Problem::bad(format!("the header {name} comes more than once")));
    }
    match first.map(HeaderValue::to_str) {
        None => Ok(None),
        Some(Ok(value)) => Ok(Some(value)),
        Some(Err(_)) => Err(Problem::bad(format!("the header {name} is no text"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(address: &str, others: &[&str]) -> Names {
        let others = others.iter().map(|&name| name.to_owned()).collect();
        Names::new(address.parse().expect("an address"), others)
    }

    #[test]
    fn only_own_names_are_answered() {
        let loopback = names("127.0.0.1:8410", &[]);
        for own in ["127.0.0.1:8410", "localhost:8410", "LOCALHOST:8410", "[::1]:8410"] {
            assert!(loopback.include(own), "{own}");
        }
        for foreign in [
            "",
            "127.0.0.1",
            "127.0.0.1:80",
            "example.org:8410",
            "localhost.example.org:8410",
            "192.168.0.1:8410",
            "user@localhost:8410",
            "localhost:8410/",
            "localhost:x",
            "[::1:8410",
            "0.0.0.0:8410",
        ] {
            assert!(!loopback.include(foreign), "{foreign}");
        }
        let everywhere = names("0.0.0.0:80", &["rhizome.example", "other.example:9000"]);
        for own in [
            "10.0.0.7",
            "10.0.0.7:80",
            "localhost",
            "rhizome.example",
            "rhizome.example:443",
            "other.example:9000",
        ] {
            assert!(everywhere.include(own), "{own}");
        }
        assert!(!everywhere.include("other.example"));
        assert!(!everywhere.include("example.org"));
        let network = names("10.0.0.7:8410", &[]);
        assert!(network.include("10.0.0.7:8410"));
        assert!(!network.include("127.0.0.1:8410") && !network.include("localhost:8410"));
    }
}
