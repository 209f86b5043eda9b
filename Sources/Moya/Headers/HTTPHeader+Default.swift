extension HeaderFields {
  /// What a session sends with every request that does not say otherwise.
  public static var `default`: HTTPHeaders { [.defaultAcceptEncoding, .defaultAcceptLanguage, .defaultUserAgent] }
}

extension HeaderFields.Field {
  /// The content codings that responses are decoded from.
  public static var defaultAcceptEncoding: HTTPHeader { acceptEncoding(AcceptEncoding.session) }

  /// The user's languages, by the process's environment.
  public static var defaultAcceptLanguage: HTTPHeader {
    acceptLanguage(acceptLanguage(of: ProcessInfo.processInfo.environment))
  }

  /// The program's name, and this library.
  public static var defaultUserAgent: HTTPHeader {
    let path = CommandLine.arguments.first ?? ""
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let token = String(decoding: name.utf8.filter(ASCII.isToken), as: UTF8.self)
    return userAgent("\(token.isEmpty ? "unknown" : token) libmoya/1.0.0 (Linux)")
  }

  /// The user's languages as POSIX names them (`LANGUAGE`, else `LC_ALL`, `LC_MESSAGES`, `LANG`), at most six.
  static func acceptLanguage(of environment: [String: String]) -> String {
    let names = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }
    var tags: [String] = []
    for name in (names.first { !$0.isEmpty } ?? "").split(separator: ":") {
      let tag = name.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 }
      guard !tag.isEmpty, tag.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) else { continue }
      let text = String(tag)
      if text != "C", text != "POSIX", !tags.contains(text) { tags.append(text) }
    }
    if tags.isEmpty { tags = ["en"] }
    return tags.prefix(6).enumerated()
      .map { place, tag in "\(tag);q=\(place == 0 ? "1.0" : "0.\(10 - place)")" }
      .joined(separator: ", ")
  }
}
