/// Runs the reads of a stream with the task-locals of the call that sends the stream.
private final class CarryingStream: WrappingStream {
  let wrapped: any ByteStream
  private let values: CarriedValues

  init(_ stream: any ByteStream, _ values: CarriedValues) {
    wrapped = stream
    self.values = values
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try values.run { try wrapped.read(into: buffer) }
  }
}

extension CarriedValues {
  /// Returns the parts of a body. Each part that is a stream is wrapped, so that the stream is read with the
  /// task-locals of the call.
  func around(_ segments: [RequestBody.Segment]) -> [RequestBody.Segment] {
    segments.map { segment in
      guard case .stream(let stream, let length) = segment else { return segment }
      guard let late = stream as? any LateStream else { return .stream(CarryingStream(stream, self), length: length) }
      late.carry { self.run($0) }
      return segment
    }
  }

  /// Returns the form. Each part that is a stream is wrapped, so that the stream is read with the task-locals of the
  /// call.
  func around(_ form: MultipartFormData) -> MultipartFormData {
    let parts = form.parts.map { part in
      guard case .stream(let stream, let length) = part.provider else { return part }
      return MultipartFormBodyPart(
        provider: .stream(CarryingStream(stream, self), length), name: part.name, fileName: part.fileName,
        mimeType: part.mimeType)
    }
    return MultipartFormData(fileManager: form.fileManager, boundary: form.boundary, parts: parts)
  }
}
