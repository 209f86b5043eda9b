import CMoya

/// A struct that callers put into arrays.
protocol CallerElement {
  init()
}

extension moya_header: CallerElement {}
extension moya_parameter: CallerElement {}
extension moya_trust: CallerElement {}
extension moya_part: CallerElement {}

/// A caller's array of structs. If the caller's header is newer than the library, the caller's structs may be larger
/// than the library's structs.
///
/// The caller gives the distance between two elements. Each element begins with the fields that this library knows.
struct CallerArray<Element: BitwiseCopyable & CallerElement>: RandomAccessCollection {
  /// The first element. `nil` if there are no elements.
  private let start: UnsafeRawPointer?
  private let stride: Int
  let count: Int

  var startIndex: Int { 0 }
  var endIndex: Int { count }
  subscript(index: Int) -> Element {
    // An index out of range gives an element of zeroes, like an element that the caller left empty.
    guard let start, 0..<count ~= index else { return Element() }
    return (start + index * stride).loadUnaligned(as: Element.self)
  }

  init() { (start, stride, count) = (nil, 0, 0) }

  /// - Parameter stride: The bytes from one element to the next. 0 means the size of the struct in version 1.0.
  /// - Parameter limit: Maximum number of elements. The limit keeps allocations small, because Swift ends the process
  ///   when an allocation fails (`CallerText`).
  @inline(__always)
  init(
    _ pointer: UnsafePointer<Element>?, count: Int, stride: UInt32, limit: Int = 10_000,
    named name: @autoclosure () -> String
  ) throws(Failure) {
    let elements = try array(pointer, count: count, limit: limit, named: name())
    start = UnsafeRawPointer(elements.baseAddress)
    self.count = count
    if stride == 0 {
      self.stride = MemoryLayout<Element>.stride
    } else {
      self.stride = Int(stride)
      try check(name())
    }
  }

  private func check(_ name: String) throws(Failure) {
    let known = MemoryLayout<Element>.size
    guard stride >= known, SizedStruct.canBe(stride) else {
      throw Failure(
        MOYA_ERROR_STRUCT_SIZE,
        "the stride of \(name) is \(stride), which is no size of \(Element.self) (\(known) or more, in eights)")
    }
    guard let start, stride > known else { return }
    for index in 0..<count where SizedStruct.hasUnknownTail(start + index * stride, size: stride, known: known) {
      throw Failure(
        MOYA_ERROR_STRUCT_TAIL,
        "\(name)[\(index)] uses a field that this library does not know (its size is \(stride), known: \(known))")
    }
  }
}

// MARK: - Arrays without a stride

/// Reads a caller's array of fields, parameters or tags. The number of elements is limited, because Swift ends the
/// process when an allocation fails (`CallerText`).
@inline(__always)
func array<Element>(
  _ pointer: UnsafePointer<Element>?, count: Int, limit: Int = 10_000, named name: @autoclosure () -> String
) throws(Failure) -> UnsafeBufferPointer<Element> {
  if count > limit { throw .argument("\(name()) has more than \(limit) elements") }
  return try elements(pointer, count: count, named: name())
}

extension Int {
  /// Reads a caller's `size_t` that is a limit or the size of a buffer. Swift sees a number above `Int.max`, for example
  /// `SIZE_MAX`, as a negative number. The result is then `Int.max`.
  @inline(__always)
  init(size: Int) { self = size < 0 ? Int.max : size }
}

/// Reads a caller's bytes, for example a body.
func callerBytes(
  _ start: UnsafeRawPointer?, count: Int, named name: @autoclosure () -> String
) throws(Failure) -> UnsafeRawBufferPointer {
  let bytes = start?.assumingMemoryBound(to: UInt8.self)
  return UnsafeRawBufferPointer(try elements(bytes, count: count, named: name()))
}

/// Reads a caller's array whose size the library does not limit.
func elements<Element>(
  _ pointer: UnsafePointer<Element>?, count: Int, named name: @autoclosure () -> String
) throws(Failure) -> UnsafeBufferPointer<Element> {
  if count == 0 { return UnsafeBufferPointer(start: nil, count: 0) }
  guard count > 0, !count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride).overflow else {
    throw .argument("the count of \(name()) is more than memory holds")
  }
  guard let pointer else { throw .null(name()) }
  return UnsafeBufferPointer(start: pointer, count: count)
}
