import CMoya
import Glibc
import MoyaCore
import MoyaHTTP
import MoyaTransport

@implementation @_cdecl("moya_target_copy")
public func moya_target_copy(
  _ target: UnsafePointer<moya_target>?, _ copy: UnsafeMutablePointer<UnsafeMutablePointer<moya_target>?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  copy?.pointee = nil
  return answering(error) { () throws(Failure) in
    let made = try OwnedTarget.copy(target)
    guard let copy else {
      OwnedTarget.release(made)
      throw .null("copy")
    }
    copy.pointee = made
  }
}

@implementation @_cdecl("moya_target_release")
public func moya_target_release(_ copy: UnsafeMutablePointer<moya_target>?) { OwnedTarget.release(copy) }

// MARK: - URLs

@implementation @_cdecl("moya_url_escape")
public func moya_url_escape(_ text: UnsafePointer<CChar>?, _ buffer: UnsafeMutablePointer<CChar>?, _ room: Int) -> Int {
  let bytes = UnsafeBufferPointer(
    start: UnsafeRawPointer(text)?.assumingMemoryBound(to: UInt8.self), count: text.map { strlen($0) } ?? 0)
  return write(TextBuffer.string { $0.append(bytes[...], unless: ASCII.isUnreserved) }, buffer, room)
}

@implementation @_cdecl("moya_url_resolve")
public func moya_url_resolve(
  _ base: UnsafePointer<CChar>?, _ reference: UnsafePointer<CChar>?, _ buffer: UnsafeMutablePointer<CChar>?, _ room: Int
) -> Int64 {
  do throws(Failure) {
    let base = try String(base, named: "base")
    return Int64(write(try resolved(String(reference, named: "reference"), against: base), buffer, room))
  } catch {
    _ = write("", buffer, room)
    return Int64(error.status)
  }
}

@implementation @_cdecl("moya_target_next")
public func moya_target_next(
  _ target: UnsafePointer<moya_target>?, _ response: OpaquePointer?, _ relation: UnsafePointer<CChar>?,
  _ page: UnsafeMutablePointer<UnsafeMutablePointer<moya_target>?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> moya_status {
  page?.pointee = nil
  return answering(error) { () throws(Failure) in
    guard let target else { throw .null("target") }
    var isTaken = false
    // The target's release functions are called in every case, just as when a call uses the target.
    defer { if !isTaken { CallDescription.discard(target) } }
    let response = try CResponse.required(response, named: "response")
    let relation = relation == nil ? "next" : try String(relation, named: "relation")
    guard let page else { throw .null("page") }
    let field = String(response.header("Link"))
    let url = String(moya_response_url(response.borrowedHandle))
    let requested = response.response.request?.urlText ?? url
    guard let link = try pageURL(relation, in: field, of: url, requested: requested) else { return }
    isTaken = true
    page.pointee = try OwnedTarget.copy(target, to: link)
  }
}

@implementation @_cdecl("moya_progress_text")
public func moya_progress_text(
  _ progress: UnsafePointer<moya_progress>?, _ buffer: UnsafeMutablePointer<CChar>?, _ room: Int
) -> Int {
  guard let it = progress?.pointee else { return write("", buffer, room) }
  let (moved, total) = it.received > 0 || it.sent == 0 ? (it.received, it.receive_total) : (it.sent, it.send_total)
  guard total > 0 else { return write(amount(moved), buffer, room) }
  let percent = Int(max(0, min(100, Double(moved) / Double(total) * 100)))
  return write("\(amount(moved)) of \(amount(total)) (\(percent) %)", buffer, room)
}

extension String {
  fileprivate init(_ text: moya_str) {
    self = String(decoding: UnsafeRawBufferPointer(start: text.data, count: text.len), as: UTF8.self)
  }
}

private func pageURL(
  _ relation: String, in field: String, of url: String, requested: String
) throws(Failure) -> String? {
  do throws(TransferError) {
    return try PageLink.url(relation, in: field, of: url, requested: requested)
  } catch {
    throw Failure(error)
  }
}

private func resolved(_ reference: String, against base: String) throws(Failure) -> String {
  do throws(TransferError) { return try PageLink.resolved(reference, against: base) } catch { throw Failure(error) }
}

/// Writes a number of bytes with a unit: B, kB, MB and so on. Each unit is a thousand times the previous one.
private func amount(_ bytes: Int64) -> String {
  var rest = Double(max(0, bytes))
  var units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"][...]
  while rest >= 999.95, units.count > 1 {
    rest /= 1000
    units = units.dropFirst()
  }
  let isWhole = units.startIndex == 0
  let tenths = Int((rest * 10).rounded())
  return "\(isWhole ? "\(bytes < 0 ? 0 : bytes)" : "\(tenths / 10).\(tenths % 10)") \(units.first ?? "B")"
}

/// Writes as much of a text as fits into the buffer, followed by a NUL. Returns the length of the whole text, as
/// snprintf does.
private func write(_ text: String, _ buffer: UnsafeMutablePointer<CChar>?, _ room: Int) -> Int {
  guard let buffer, room != 0 else { return text.utf8.count }
  var length = 0
  for byte in text.utf8.prefix(Int(size: room) - 1) {
    buffer[length] = CChar(bitPattern: byte)
    length += 1
  }
  buffer[length] = 0
  return text.utf8.count
}
