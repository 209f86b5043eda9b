use crate::{sys, tasks::extension, Error, Instance, Result};
use std::os::raw::c_void;

/// A hash function: `MOYA_HASH_…` in C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Hash {
    Md5 = sys::MOYA_HASH_MD5 as isize,
    Sha1 = sys::MOYA_HASH_SHA1 as isize,
    Sha256 = sys::MOYA_HASH_SHA256 as isize,
    Sha512 = sys::MOYA_HASH_SHA512 as isize,
}

/// The clocks of `moya/plugin/tasks.h`, and the hashes and random bytes of `moya/plugin/digest.h`, which
/// come from the cryptographic library of the host. Any thread may call these functions.
impl Instance {
    /// Microseconds of a clock that never goes back, for durations. The clock begins at an arbitrary
    /// moment, and stands still while the machine sleeps. 0: the library has no clock.
    ///
    /// ```
    /// # use moya_plugin::Instance;
    /// fn is_over(instance: Instance, begin_us: u64, limit_ms: u64) -> bool {
    ///     instance.now_us().saturating_sub(begin_us) > limit_ms * 1000
    /// }
    /// ```
    pub fn now_us(self) -> u64 {
        let tasks = extension::<sys::moya_tasks>(self.host, sys::MOYA_TASKS);
        tasks.map_or(0, |it| unsafe { ((*it).now_us)() })
    }
    /// Microseconds since 1970-01-01 00:00 UTC, for dates. This clock jumps if the clock of the machine is
    /// set. 0: the library has no clock.
    pub fn date_us(self) -> i64 {
        let tasks = extension::<sys::moya_tasks>(self.host, sys::MOYA_TASKS);
        tasks.map_or(0, |it| unsafe { ((*it).date_us)() })
    }

    /// Returns the hash of some bytes: 16 bytes for MD5, 20 for SHA-1, 32 for SHA-256 and 64 for SHA-512.
    /// `MOYA_ERROR_SYSTEM`: the cryptographic library refuses this hash function, for example MD5 in FIPS
    /// mode.
    pub fn hash(self, kind: Hash, data: &[u8]) -> Result<Vec<u8>> {
        self.digest(|it, out| unsafe { ((*it).hash)(kind as i32, pointer(data), data.len(), out) })
    }
    /// Returns the keyed hash HMAC (RFC 2104). Errors as with [`hash`](Instance::hash).
    pub fn hmac(self, kind: Hash, key: &[u8], data: &[u8]) -> Result<Vec<u8>> {
        self.digest(|it, out| unsafe {
            ((*it).hmac)(kind as i32, pointer(key), key.len(), pointer(data), data.len(), out)
        })
    }
    /// Fills `out` with random bytes that are fit for keys. Error: `MOYA_ERROR_SYSTEM` if the system gives none.
    pub fn random(self, out: &mut [u8]) -> Result<()> {
        let it = extension::<sys::moya_digest>(self.host, sys::MOYA_DIGEST)?;
        if unsafe { ((*it).random)(out.as_mut_ptr() as *mut c_void, out.len()) } == 1 {
            return Ok(());
        }
        Err(Error::literal(sys::MOYA_ERROR_SYSTEM, "there are no random bytes"))
    }

    fn digest(self, run: impl FnOnce(*const sys::moya_digest, *mut u8) -> usize) -> Result<Vec<u8>> {
        let it = extension::<sys::moya_digest>(self.host, sys::MOYA_DIGEST)?;
        let mut out = [0; sys::MOYA_MOST_HASH as usize];
        match run(it, out.as_mut_ptr()) {
            0 => Err(Error::literal(sys::MOYA_ERROR_SYSTEM, "the hash function is refused")),
            len => {
                let mut made = Vec::new();
                made.try_reserve_exact(len).map_err(|_| Error::memory())?;
                made.extend_from_slice(&out[..len]);
                Ok(made)
            }
        }
    }
}

fn pointer(bytes: &[u8]) -> *const c_void {
    bytes.as_ptr() as *const c_void
}
