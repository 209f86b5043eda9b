use crate::{sys, tasks, text, Context, Deferred, Error, Instance, Result};
use std::any::Any;
use std::ops::{Deref, DerefMut};
use std::os::raw::c_void;
use std::ptr::null_mut;

/// A call during one run of a hook. Most of its functions are those of [`Context`]. A `Call` is
/// valid until the hook returns, on the thread of the hook. A function that does not apply to the
/// hook returns `None`, `""`, 0, −1 or an error, and changes nothing.
pub struct Call<'a>(Context<'a>);

impl<'a> Deref for Call<'a> {
    type Target = Context<'a>;
    fn deref(&self) -> &Context<'a> {
        &self.0
    }
}

impl<'a> DerefMut for Call<'a> {
    fn deref_mut(&mut self) -> &mut Context<'a> {
        &mut self.0
    }
}

/// What [`Plugin::new`](crate::Plugin::new) gets: the options of an instance, and the instance.
pub struct Setup<'a>(pub(crate) Call<'a>);

impl<'a> Deref for Setup<'a> {
    type Target = Call<'a>;
    fn deref(&self) -> &Call<'a> {
        &self.0
    }
}

impl Setup<'_> {
    /// Returns a handle of the instance, for clocks, tasks, hashes and the log. If the hooks need
    /// one of these, the plugin must store the handle.
    pub fn instance(&self) -> Instance {
        Instance { host: self.host, context: self.context }
    }
}

impl Call<'_> {
    /// # Safety
    /// The context must be valid for the lifetime of the result, which the caller chooses.
    pub(crate) unsafe fn new(host: *const sys::moya_host, context: *mut sys::moya_context) -> Self {
        Self(Context::new(host, context))
    }

    /// Lets the call wait. The hook must then return [`Answer::Pending`](crate::Answer::Pending). This
    /// `Call` becomes empty and has no options any more. Use the [`Deferred`] instead, which has the same
    /// functions, but no slot. `MOYA_ERROR_STATE`: this hook cannot wait, or [`Plugin::WAITS`] is false.
    ///
    /// If the hook fails after this function, the call does not wait, and fails with the error of the
    /// hook. Drop the [`Deferred`] before the hook returns the error. A [`Deferred`] that is stored
    /// elsewhere is then of no use, and `moya-plugin-check` reports its later use as `stale-context`.
    ///
    /// [`Plugin::WAITS`]: crate::Plugin::WAITS
    pub fn defer(&mut self) -> Result<Deferred> {
        Error::check("defer", unsafe { ((*self.host).defer)(self.context) })?;
        let context = std::mem::replace(&mut self.context, null_mut());
        Ok(unsafe { Deferred::new(self.host, context) })
    }

    /// Returns the value that [`Call::set_slot`] has stored for this call, if it has this type.
    pub fn slot<T: Any + Send + Sync>(&self) -> Option<&T> {
        let slot = unsafe { ((*self.host).slot)(self.context) as *const Slot };
        unsafe { slot.as_ref() }.and_then(|it| it.downcast_ref())
    }
    /// Stores a value for this call in its slot. The value is dropped after `process`, on any thread,
    /// even if the call fails. A call has only one value, which cannot be replaced. If its contents must
    /// change, protect them with a lock. Calls that share a request share the value. If this function
    /// fails, it drops the value. `MOYA_ERROR_STATE`: the call has a value already, or the hook has no
    /// slot. `MOYA_ERROR_MEMORY`: there is no memory.
    ///
    /// ```
    /// # use moya_plugin::{Answer, Call, Instance, Result};
    /// struct Begin(u64);
    ///
    /// fn prepare(instance: Instance, call: &mut Call) -> Result<Answer> {
    ///     if call.slot::<Begin>().is_none() {
    ///         call.set_slot(Begin(instance.now_us()))?; // once for all attempts
    ///     }
    ///     Ok(Answer::Continue)
    /// }
    ///
    /// fn milliseconds(instance: Instance, call: &Call) -> Option<u64> {
    ///     call.slot::<Begin>().map(|it| instance.now_us().saturating_sub(it.0) / 1000)
    /// }
    /// ```
    pub fn set_slot<T: Any + Send + Sync>(&mut self, value: T) -> Result<()> {
        if unsafe { !((*self.host).slot)(self.context).is_null() } {
            return Err(Error::literal(sys::MOYA_ERROR_STATE, "the call has a value already"));
        }
        let value: Slot = text::boxed(value)?;
        let slot = Box::into_raw(text::boxed(value)?);
        let set = Error::check("set_slot", unsafe { ((*self.host).set_slot)(self.context, slot as *mut c_void) });
        if set.is_err() {
            drop(unsafe { Box::from_raw(slot) });
        }
        set
    }

    /// Passes bytes on to the next plugin, or to the caller: `pass` of `moya_body` in C. The library
    /// copies them. `MOYA_ERROR_STATE`: the hook is neither `chunk` nor `end` of [`Body`](crate::Body).
    pub fn pass(&mut self, data: &[u8]) -> Result<()> {
        let body = tasks::extension::<sys::moya_body>(self.host, sys::MOYA_BODY)?;
        Error::check("pass", unsafe { ((*body).pass)(self.context, data.as_ptr() as *const c_void, data.len()) })
    }
}

/// What the `void *` of a slot points to. This type is a pointer of two words, but a `void *` has
/// only one. So `set_slot` puts this pointer into another box.
pub(crate) type Slot = Box<dyn Any + Send + Sync>;
