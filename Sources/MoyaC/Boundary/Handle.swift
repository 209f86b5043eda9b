/// An object that C holds as an opaque pointer. C's references are counted in the object's own retain count.
protocol Handle: AnyObject {}

extension Handle {
  /// The object as C sees it, with one reference more, which C owns until it releases the handle.
  func retainedHandle() -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

  /// The object as C sees it, not retained: valid as long as another reference keeps the object.
  var borrowedHandle: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  /// The object behind a handle, which must be alive and of this type: nothing can check that.
  static func from(_ handle: OpaquePointer?) -> Self? {
    handle.map { Unmanaged<Self>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
  }

  /// As `from`, without a reference of its own, for functions that are called for each response.
  static func borrowed<Result>(_ handle: OpaquePointer?, _ body: (Self) -> Result) -> Result? {
    handle.map { Unmanaged<Self>.fromOpaque(UnsafeRawPointer($0))._withUnsafeGuaranteedRef(body) }
  }

  /// The object behind a caller's handle. NULL is an error that names the argument.
  static func required(_ handle: OpaquePointer?, named name: @autoclosure () -> String) throws(Failure) -> Self {
    guard let object = Self.from(handle) else { throw .null(name()) }
    return object
  }

  static func release(_ handle: OpaquePointer?) {
    if let handle { Unmanaged<Self>.fromOpaque(UnsafeRawPointer(handle)).release() }
  }
}
