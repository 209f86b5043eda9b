import FoundationEssentials
import Glibc
import MoyaHTTP

/// The bytes of certificates and keys.
package enum Material {
  /// Bytes of a file at most.
  package static let limit = 16 << 20

  /// - Parameter isPublic: the fault names the file. A caller may have given a key in the place of its path.
  static func read<Failure>(
    _ source: TLSOptions.Source, isPublic: Bool = false, _ fault: (String, Int32) -> Failure
  ) throws(Failure) -> Data {
    switch source {
    case .memory(let data):
      if data.count > limit { throw fault("it is larger than 16 MB", 0) }
      return data
    case .file(let path):
      return try read(path, isPublic && path.utf8.count < Int(PATH_MAX) ? path : "it", fault)
    }
  }

  private static func read<Failure>(
    _ path: String, _ name: String, _ fault: (String, Int32) -> Failure
  ) throws(Failure) -> Data {
    // A number that is free could be taken by another thread's child.
    let file = open(path, O_RDONLY | O_CLOEXEC)
    if file < 0 { throw refusal(errno, name, fault) }
    defer { close(file) }
    var content = Data()
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
    defer {
      // It may have been a key.
      room.initializeMemory(as: UInt8.self, repeating: 0)
      room.deallocate()
    }
    while true {
      let count = Glibc.read(file, room.baseAddress, room.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw refusal(errno, name, fault) }
      if count == 0 { return content }
      content.append(contentsOf: room.prefix(count))
      if content.count > limit { throw fault("\(name) is larger than 16 MB", 0) }
    }
  }

  private static func refusal<Failure>(
    _ number: Int32, _ name: String, _ fault: (String, Int32) -> Failure
  ) -> Failure {
    let isShortage = number == EMFILE || number == ENFILE
    let reason = "\(name) cannot be read"
    return isShortage ? fault(reason, number) : fault("\(reason): \(ErrorNumber.text(number))", 0)
  }
}
