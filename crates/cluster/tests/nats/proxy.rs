//! A way to a server that can be cut.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// Passes connections on to a server.
pub struct Proxy {
    pub port: u16,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    is_cut: bool,
    is_mute: bool,
    streams: Vec<TcpStream>,
}

impl Proxy {
    pub fn to(server: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::new(Mutex::new(State::default()));
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for client in listener.incoming() {
                let client = client.unwrap();
                let mut state = shared.lock().unwrap();
                let Ok(server) = TcpStream::connect((Ipv4Addr::LOCALHOST, server)) else { continue };
                if state.is_cut {
                    continue;
                }
                let (client_reader, server_reader) =
                    (client.try_clone().unwrap(), server.try_clone().unwrap());
                state.streams.extend([client.try_clone().unwrap(), server.try_clone().unwrap()]);
                drop(state);
                thread::spawn(move || pass(client_reader, server, || false));
                let shared = Arc::clone(&shared);
                thread::spawn(move || pass(server_reader, client, || shared.lock().unwrap().is_mute));
            }
        });
        Self { port, state }
    }

    /// Cuts all connections and lets none through.
    pub fn cut(&self) {
        let mut state = self.state.lock().unwrap();
        state.is_cut = true;
        for stream in state.streams.drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// Swallows what the server says from now on.
    pub fn mute(&self) {
        self.state.lock().unwrap().is_mute = true;
    }

    /// Lets everything through again.
    pub fn mend(&self) {
        let mut state = self.state.lock().unwrap();
        state.is_cut = false;
        state.is_mute = false;
    }
}

fn pass(mut from: TcpStream, mut to: TcpStream, is_mute: impl Fn() -> bool) {
    let mut buffer = [0; 1 << 16];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        if !is_mute() && to.write_all(&buffer[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}
