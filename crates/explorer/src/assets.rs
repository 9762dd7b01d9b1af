//! The page itself, which is part of the program.

use axum::Router;
use axum::http::{HeaderValue, header};
use axum::routing::get;

/// A file of the page.
struct Asset {
    path: &'static str,
    kind: &'static str,
    text: &'static str,
}

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const HTML: &str = "text/html; charset=utf-8";

/// The views of the page: all are the same document, which shows what its address says.
const VIEWS: [&str; 5] = ["/", "/learn", "/explore", "/play", "/watch"];

macro_rules! asset {
    ($name:literal, $kind:expr) => {
        Asset { path: concat!("/", $name), kind: $kind, text: include_str!(concat!("../assets/", $name)) }
    };
}

const DOCUMENT: &str = include_str!("../assets/index.html");

const ASSETS: &[Asset] = &[
    asset!("style.css", "text/css; charset=utf-8"),
    asset!("icon.svg", "image/svg+xml"),
    asset!("app.js", JAVASCRIPT),
    asset!("api.js", JAVASCRIPT),
    asset!("dom.js", JAVASCRIPT),
    asset!("chart.js", JAVASCRIPT),
    asset!("tree-view.js", JAVASCRIPT),
    asset!("picture.js", JAVASCRIPT),
    asset!("learn.js", JAVASCRIPT),
    asset!("explore.js", JAVASCRIPT),
    asset!("play.js", JAVASCRIPT),
    asset!("watch.js", JAVASCRIPT),
];

/// Serves the page.
pub fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let serve = |kind: &'static str, text: &'static str| {
        // The page is that of the program that runs, whatever another version has left in the browser.
        let headers = [
            (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        ];
        get(move || async move { (headers, text) })
    };
    let views = VIEWS.iter().map(|view| (*view, HTML, DOCUMENT));
    let files = ASSETS.iter().map(|asset| (asset.path, asset.kind, asset.text));
    views.chain(files).fold(Router::new(), |router, (path, kind, text)| router.route(path, serve(kind, text)))
}
