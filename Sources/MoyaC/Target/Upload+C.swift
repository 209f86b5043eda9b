import CMoya
import MoyaCore

extension Upload {
  /// The form of a `moya_task`.
  init(_ task: TargetTask, method: String) throws(Failure) {
    var parts: [FormPart] = []
    for (index, part) in task.parts.enumerated() {
      parts.append(try Upload.part(part, named: "moya_task.parts[\(index)]"))
    }
    let boundary =
      task.task.boundary == nil ? nil : try String(task.task.boundary, limit: 256, named: "moya_task.boundary")
    do throws(MultipartError) {
      self = try Upload(
        parts: parts, boundary: boundary, method: Method(rawValue: HTTPMethod.normalized(method)))
    } catch {
      throw Failure(MOYA_ERROR_ARGUMENT, error.description)
    }
  }

  private static func part(_ held: HeldPart, named place: String) throws(Failure) -> FormPart {
    let part = held.part
    let given = [part.text != nil, part.data != nil, part.path != nil, part.stream != nil].count { $0 }
    guard given == 1 else {
      let fault = given == 0 ? "none" : "more than one"
      throw Failure(MOYA_ERROR_ARGUMENT, "\(place) has \(fault) of text, data, path and stream")
    }
    let name = try String(part.name, named: "\(place).name")
    var fileName = part.file_name == nil ? nil : try String(part.file_name, named: "\(place).file_name")
    var type = part.type == nil ? nil : try String(part.type, named: "\(place).type")
    let content: RequestBody.Segment
    if part.text != nil {
      let bytes = try CallerText.bytes(part.text, limit: .max - 1, named: "\(place).text")
      content = .data(try BodyBuffer.copying(bytes.baseAddress, count: bytes.count, named: "\(place).text").data)
    } else if part.path != nil {
      let path = try String(part.path, named: "\(place).path")
      fileName = fileName ?? path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init)
      content = .file(path: path, length: 0)
    } else if part.stream != nil {
      guard let stream = held.stream else { throw .null("\(place).stream") }
      try stream.check()
      content = .stream(stream, length: stream.length)
    } else if let kept = held.bytes {
      content = .data(kept.data(try callerBytes(part.data, count: part.data_len, named: "\(place).data")))
    } else {
      content = .data(try BodyBuffer.copying(part.data, count: part.data_len, named: "\(place).data").data)
    }
    type = type ?? fileName.flatMap(MediaType.init(ofFile:))?.text
    if part.path != nil || part.stream != nil { type = type ?? "application/octet-stream" }
    do throws(MultipartError) {
      return try FormPart(name: name, fileName: fileName, mimeType: type, content: content)
    } catch {
      throw Failure(MOYA_ERROR_ARGUMENT, error.description)
    }
  }
}
