//! The origin of a URL (RFC 6454 §4): `https://api.example.com:8443`, without user, password, path and query.

use crate::short::copied;
use std::borrow::Cow;

/// Returns the scheme, the host and the port in lower case, and without the usual port of the scheme. Returns `None` if
/// the URL has no host, or if there is no memory.
pub fn origin(url: &str) -> Option<Cow<'_, str>> {
    let colon = url.bytes().position(|it| it == b':')?;
    let (scheme, rest) = (url.get(..colon)?, url.get(colon..)?.strip_prefix("://")?);
    let end = rest.bytes().position(|it| matches!(it, b'/' | b'?' | b'#')).unwrap_or(rest.len());
    let authority = rest.get(..end)?;
    let (user, place) = authority.rsplit_once('@').map_or((None, authority), |(user, place)| (Some(user), place));
    let port = if scheme.eq_ignore_ascii_case("https") { ":443" } else { ":80" };
    let host = place.strip_suffix(port).unwrap_or(place);
    if host.is_empty() {
        return None;
    }
    let start = url.get(..colon + "://".len())?;
    let is_lower = !start.bytes().chain(host.bytes()).any(|it| it.is_ascii_uppercase());
    if user.is_none() && is_lower {
        return Some(Cow::Borrowed(url.get(..start.len() + host.len())?));
    }
    let mut text = copied(start)?;
    text.try_reserve_exact(host.len()).ok()?;
    text.push_str(host);
    text.make_ascii_lowercase();
    Some(Cow::Owned(text))
}
