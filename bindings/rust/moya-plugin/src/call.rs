use crate::{sys, tasks, Context, Deferred, Error, Instance, Result};
use std::any::Any;
use std::ops::{Deref, DerefMut};
use std::os::raw::c_void;
use std::ptr::null_mut;

/// One run of a hook, with the functions of the host. Most of them are in [`Context`]. A function that
/// does not apply to the hook returns `None`, 0, −1 or an error, and changes nothing.
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

/// What `create` gets: the options, and the instance that they belong to.
pub struct Setup<'a>(pub(crate) Call<'a>);

impl<'a> Deref for Setup<'a> {
    type Target = Call<'a>;
    fn deref(&self) -> &Call<'a> {
        &self.0
    }
}

impl Setup<'_> {
    /// Returns a name of the instance, for tasks and for the log. The plugin may store it.
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

    /// Lets the call wait. The hook must then return [`Answer::Pending`](crate::Answer::Pending).
    /// Afterwards this `Call` is empty and has no options. Use the [`Deferred`], which has the same
    /// functions. If the hook fails or drops the [`Deferred`], the call does not wait. Returns an error
    /// if this hook cannot wait, or if [`Plugin::WAITS`] is false.
    ///
    /// [`Plugin::WAITS`]: crate::Plugin::WAITS
    pub fn defer(&mut self) -> Result<Deferred> {
        Error::check(unsafe { ((*self.host).defer)(self.context) })?;
        let context = std::mem::replace(&mut self.context, null_mut());
        Ok(unsafe { Deferred::new(self.host, context) })
    }

    /// The value that [`Call::set_slot`] has stored for this call, if it has this type.
    pub fn slot<T: Any + Send + Sync>(&self) -> Option<&T> {
        let slot = unsafe { ((*self.host).slot)(self.context) as *const Slot };
        unsafe { slot.as_ref() }.and_then(|it| it.downcast_ref())
    }
    /// Stores a value for this call. The value is dropped after `process`. A call has only one
    /// value, which cannot be replaced. If its contents must change, they need a lock. Calls that
    /// share a request share the value.
    pub fn set_slot<T: Any + Send + Sync>(&mut self, value: T) -> Result<()> {
        if unsafe { !((*self.host).slot)(self.context).is_null() } {
            return Err(Error::with(sys::MOYA_ERROR_STATE, "the call has a value already"));
        }
        let slot: *mut Slot = Box::into_raw(Box::new(Box::new(value) as Slot));
        let set = Error::check(unsafe { ((*self.host).set_slot)(self.context, slot as *mut c_void) });
        if set.is_err() {
            drop(unsafe { Box::from_raw(slot) });
        }
        set
    }

    /// Passes bytes on to the next plugin, or to the caller. For the hooks of [`Body`](crate::Body).
    pub fn pass(&mut self, data: &[u8]) -> Result<()> {
        let body = tasks::extension::<sys::moya_body>(self.host, sys::MOYA_BODY)?;
        Error::check(unsafe { ((*body).pass)(self.context, data.as_ptr() as *const c_void, data.len()) })
    }
}

/// What a slot points to. The outer box makes the pointer thin.
pub(crate) type Slot = Box<dyn Any + Send + Sync>;
