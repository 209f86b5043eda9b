import CMoya

extension moya_handlers: CallerStruct {
  static var firstSize: Int { 80 }

  /// Does a handler get the body? Else it goes into the response.
  var takesBody: Bool { body != nil || line != nil || event != nil }
  /// Is a handler to be shown the response?
  var readsResponse: Bool { head != nil || takesBody }

  func check() throws(Failure) {
    guard [body != nil, line != nil, event != nil].count(where: { $0 }) <= 1 else {
      throw Failure(MOYA_ERROR_ARGUMENT, "moya_handlers has more than one of body, line and event")
    }
  }
}

extension moya_progress {
  static func != (left: moya_progress, right: moya_progress) -> Bool {
    left.sent != right.sent || left.send_total != right.send_total || left.received != right.received
      || left.receive_total != right.receive_total
  }
}
