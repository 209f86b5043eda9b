//! Decides which results of calls are failures of an origin.

use moya_plugin::sys;
use std::ops::RangeInclusive;

/// The HTTP statuses that are failures: for each status, whether it is one.
#[derive(Debug)]
pub struct Statuses([bool; 600]);

impl Statuses {
    /// Reads texts of the forms "503" and "5xx". Returns the first text that has another form.
    pub fn read<'a>(texts: impl Iterator<Item = &'a str>) -> Result<Self, &'a str> {
        let mut statuses = [false; 600];
        for text in texts {
            statuses[range(text).ok_or(text)?].fill(true);
        }
        Ok(Self(statuses))
    }

    /// Returns whether a result is a failure of the origin. Returns `None` if the result says nothing about the origin,
    /// for example because the call was cancelled.
    pub fn is_failure(&self, status: i32, http_status: i32) -> Option<bool> {
        match status {
            // With these errors, no whole response has arrived.
            sys::MOYA_ERROR_DECODE..=sys::MOYA_ERROR_RESOLVE | sys::MOYA_ERROR_PROXY => Some(true),
            sys::MOYA_OK | sys::MOYA_ERROR_STATUS_CODE => {
                Some(usize::try_from(http_status).ok().and_then(|it| self.0.get(it)).copied().unwrap_or(false))
            }
            _ => None,
        }
    }
}

fn range(text: &str) -> Option<RangeInclusive<usize>> {
    let digits = text.strip_suffix("xx").unwrap_or(text);
    let number: usize = digits.parse().ok().filter(|_| digits.bytes().all(|it| it.is_ascii_digit()))?;
    let range = if digits.len() < text.len() { number * 100..=number * 100 + 99 } else { number..=number };
    let is_status = text.len() == 3 && (100..=599).contains(range.start());
    is_status.then(|| range)
}
