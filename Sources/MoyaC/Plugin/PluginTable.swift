import CMoya
import Glibc
import MoyaCore

/// A plugin's table, checked, and copied as far as it is known here.
struct PluginTable {
  let table: moya_plugin_table
  let id: String
  /// For messages: where it came from.
  let source: String

  init(_ pointer: UnsafePointer<moya_plugin_table>?, source: String) throws(Failure) {
    guard let bytes = UnsafeRawPointer(pointer) else { throw .null("table") }
    let size = Int(bytes.loadUnaligned(as: UInt32.self))
    let known = MemoryLayout<moya_plugin_table>.size
    guard SizedStruct.canBe(size) else {
      throw Failure(MOYA_ERROR_PLUGIN_TABLE, "\(source) is malformed: its size is \(size)")
    }
    let abi = bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
    guard abi == UInt32(MOYA_PLUGIN_ABI) else {
      throw Failure(MOYA_ERROR_PLUGIN_ABI, "\(source) speaks plugin interface \(abi), this host \(MOYA_PLUGIN_ABI)")
    }
    guard size >= known else {
      throw Failure(MOYA_ERROR_PLUGIN_TABLE, "\(source) is malformed: its size is \(size), less than \(known)")
    }
    if SizedStruct.hasUnknownTail(bytes, size: size, known: known) {
      throw Failure(MOYA_ERROR_PLUGIN_TABLE, "\(source) uses a hook that this host does not know (its size is \(size))")
    }
    table = bytes.loadUnaligned(as: moya_plugin_table.self)
    guard table.flags == 0 else {
      throw Failure(MOYA_ERROR_PLUGIN_TABLE, "\(source) sets flags that this host does not know")
    }
    guard let id = table.id.flatMap({ String(validatingCString: $0) }), !id.isEmpty else {
      throw Failure(MOYA_ERROR_PLUGIN_TABLE, "\(source) is malformed: it has no id, or one that is not UTF-8")
    }
    if id.utf8.contains(where: ASCII.isControl) {
      throw Failure(MOYA_ERROR_PLUGIN_TABLE, "\(source) is malformed: its id contains a control character")
    }
    self.id = id
    self.source = source
  }
}
