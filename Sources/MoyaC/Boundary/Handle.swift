import MoyaHTTP

/// An object that C holds as an opaque pointer. The references that C owns are counted in the object's retain count.
protocol Handle: CObject {}

extension Handle {
  /// Returns the handle for C, with one more reference. C owns that reference until it releases the handle.
  func retainedHandle() -> OpaquePointer {
    if HandleCheck.isOn { HandleCheck.give(self) }
    return OpaquePointer(retainedAddress())
  }

  /// The handle for C, without a new reference. The handle is valid while another reference to the object exists.
  var borrowedHandle: OpaquePointer { OpaquePointer(address) }

  /// Returns the object of a handle. The handle must be alive and of this type. Only `HandleCheck` can check these two
  /// conditions.
  static func from(_ handle: OpaquePointer?, function: StaticString = #function) -> Self? {
    handle.map {
      let place = UnsafeRawPointer($0)
      if HandleCheck.isOn { HandleCheck.use(place, as: Self.self, in: function) }
      return at(place)
    }
  }

  /// Passes the object of a handle to `body` without retaining the object. Functions that are called for each response
  /// use this.
  static func borrowed<Result>(
    _ handle: OpaquePointer?, function: StaticString = #function, _ body: (Self) -> Result
  ) -> Result? {
    handle.map {
      let place = UnsafeRawPointer($0)
      if HandleCheck.isOn { HandleCheck.use(place, as: Self.self, in: function) }
      return borrowed(at: place, body)
    }
  }

  /// Returns the object of a caller's handle. If the handle is NULL, throws an error that names the argument.
  static func required(
    _ handle: OpaquePointer?, named name: @autoclosure () -> String, function: StaticString = #function
  ) throws(Failure) -> Self {
    guard let object = Self.from(handle, function: function) else { throw .null(name()) }
    return object
  }

  static func release(_ handle: OpaquePointer?, function: StaticString = #function) {
    guard let handle else { return }
    let place = UnsafeRawPointer(handle)
    if HandleCheck.isOn { HandleCheck.takeBack(place, as: Self.self, in: function) }
    _ = taken(at: place)
  }
}
