//! How a server is reached.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use async_nats::{ConnectOptions, ServerAddr};

use crate::link::LinkError;

/// The longest time for a connection to be made.
const CONNECT_WAIT: Duration = Duration::from_secs(5);
/// The longest time for the server to answer.
const ANSWER_WAIT: Duration = Duration::from_secs(3);
const MAX_PREFIX_LENGTH: usize = 32;

/// How a server is reached, and what the streams on it are called.
#[derive(Clone, Debug)]
pub struct NatsOptions {
    /// The address: `nats://HOST:PORT`, or `tls://HOST:PORT` for TLS; several of one cluster with commas between. It
    /// may hold a user and a password, or a token, before an `@`.
    pub url: String,
    /// Who we are.
    pub credentials: NatsCredentials,
    /// Whom to trust, beside of what the address says about TLS.
    pub tls: NatsTls,
    /// What the names of all streams and subjects begin with: 1 to 32 letters, digits and `_`. Masters and workers with
    /// different prefixes do not see each other.
    pub prefix: String,
    /// After which time without a sign of life a job is taken for lost and given to another worker. The master's counts.
    pub ack_wait: Duration,
}

impl NatsOptions {
    /// The server at an address, without credentials, with the prefix `rhizome` and an `ack_wait` of ten seconds.
    #[must_use]
    pub fn new(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            credentials: NatsCredentials::None,
            tls: NatsTls::default(),
            prefix: "rhizome".to_owned(),
            ack_wait: Duration::from_secs(10),
        }
    }

    /// The addresses, without what is secret in them.
    pub(super) fn servers(&self) -> Result<Vec<ServerAddr>, LinkError> {
        let read = |url: &str| {
            let address: Result<ServerAddr, _> = url.trim().parse();
            match address {
                Ok(address) if address.host().is_empty() => Err("there is no host in it".to_owned()),
                Ok(address) if address.is_websocket() => Err("web sockets are not supported".to_owned()),
                Ok(address) => Ok(address),
                Err(error) => Err(error.to_string()),
            }
        };
        let servers: Result<Vec<_>, _> = self.url.split(',').map(read).collect();
        servers.map_err(|reason| {
            option(format!("the address of the server must look like nats://host:4222: {reason}"))
        })
    }

    /// What the library needs, after everything that can be checked without a server.
    pub(super) fn connect_options(&self, servers: &[ServerAddr]) -> Result<ConnectOptions, LinkError> {
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if self.prefix.is_empty()
            || self.prefix.len() > MAX_PREFIX_LENGTH
            || !self.prefix.bytes().all(is_name)
        {
            let prefix = &self.prefix;
            return Err(option(format!(
                "{prefix:?} cannot begin names on the server: 1 to {MAX_PREFIX_LENGTH} letters, digits and _"
            )));
        }
        if self.ack_wait < Duration::from_millis(100) {
            return Err(option("jobs must not be taken for lost in less than 100 ms".to_owned()));
        }
        let mut options = ConnectOptions::new()
            .name("rhizome")
            .connection_timeout(CONNECT_WAIT)
            .request_timeout(Some(ANSWER_WAIT))
            .max_reconnects(None);
        options = match &self.credentials {
            NatsCredentials::None => {
                match servers.iter().find_map(|server| Some((server.username()?, server.password()))) {
                    Some((user, Some(password))) => {
                        options.user_and_password(user.to_owned(), password.to_owned())
                    }
                    Some((token, None)) => options.token(token.to_owned()),
                    None => options,
                }
            }
            NatsCredentials::Password { user, password } => {
                options.user_and_password(user.clone(), password.clone())
            }
            NatsCredentials::Token(token) => options.token(token.clone()),
            NatsCredentials::File(path) => {
                let error = |reason: String| option(format!("the credentials {}: {reason}", path.display()));
                let text = fs::read_to_string(path).map_err(|reason| error(reason.to_string()))?;
                options.credentials(&text).map_err(|reason| error(reason.to_string()))?
            }
            NatsCredentials::NkeyFile(path) => options.nkey(read(path, "the nkey")?.trim().to_owned()),
        };
        let NatsTls { authority, certificate } = &self.tls;
        if let Some(authority) = authority {
            read(authority, "the certificate of the authority")?;
            options = options.require_tls(true).add_root_certificates(authority.clone());
        }
        if let Some((certificate, key)) = certificate {
            read(certificate, "the certificate")?;
            read(key, "the key of the certificate")?;
            options = options.require_tls(true).add_client_certificate(certificate.clone(), key.clone());
        }
        Ok(options)
    }
}

/// Who we are for the server.
#[derive(Clone, Default)]
pub enum NatsCredentials {
    /// Nobody, or what the address says.
    #[default]
    None,
    /// A user with a password.
    Password {
        /// The name of the user.
        user: String,
        /// The password.
        password: String,
    },
    /// Who knows this token.
    Token(String),
    /// A file of credentials (`.creds`): a JWT and a seed that signs.
    File(PathBuf),
    /// A file with the seed of an nkey.
    NkeyFile(PathBuf),
}

impl fmt::Debug for NatsCredentials {
    /// Shows no secrets.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => formatter.write_str("None"),
            Self::Password { user, .. } => write!(formatter, "Password({user:?})"),
            Self::Token(_) => formatter.write_str("Token"),
            Self::File(path) => write!(formatter, "File({path:?})"),
            Self::NkeyFile(path) => write!(formatter, "NkeyFile({path:?})"),
        }
    }
}

/// Whom to trust. If something is given, there is no connection without TLS.
#[derive(Clone, Debug, Default)]
pub struct NatsTls {
    /// A file with the certificates (PEM) of the authorities that the server's certificate must come from; those of
    /// the system otherwise.
    pub authority: Option<PathBuf>,
    /// Files with our own certificate and its key (PEM).
    pub certificate: Option<(PathBuf, PathBuf)>,
}

fn read(path: &Path, what: &str) -> Result<String, LinkError> {
    fs::read_to_string(path)
        .map_err(|error| option(format!("cannot read {what} from {}: {error}", path.display())))
}

fn option(reason: String) -> LinkError {
    LinkError::Option { reason }
}
