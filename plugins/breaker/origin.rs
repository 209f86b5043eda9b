//! The origin of a URL (RFC 6454 §4): `https://api.example.com:8443`, without user, password, path and query.

use std::borrow::Cow;

/// Returns the scheme, the host and the port in lower case, and without the usual port of the scheme. Returns `None` if
/// the URL has no host.
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
    let text = match user {
        None => Cow::Borrowed(url.get(..colon + "://".len() + host.len())?),
        Some(_) => Cow::Owned(format!("{scheme}://{host}")),
    };
    let is_lower = !text.bytes().any(|it| it.is_ascii_uppercase());
    Some(if is_lower { text } else { Cow::Owned(text.to_ascii_lowercase()) })
}
