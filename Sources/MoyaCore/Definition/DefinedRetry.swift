/// When another attempt is worth it. Each number that is missing is the one of `RetryPolicy`.
package struct DefinedRetry: Sendable {
  package let attempts: Int?
  package let delay: Int?
  package let backoff: Int?
  package let maximumDelay: Int?
  package let jitter: Int?
  package let maximumRetryAfter: Int?
  package let statuses: [Int]
  package let takesAnyMethod: Bool
  package let usesRetryAfter: Bool

  init(_ found: DocumentObject.Found) throws(DefinitionFault) {
    var object = try found.object()
    let milliseconds = 1...Int(UInt32.max)
    attempts = try object.take("attempts")?.integer(1...16)
    delay = try object.take("delay_ms")?.integer(milliseconds)
    backoff = try object.take("backoff_percent")?.integer(100...1000)
    maximumDelay = try object.take("max_delay_ms")?.integer(milliseconds)
    jitter = try object.take("jitter_percent")?.integer(0...100)
    maximumRetryAfter = try object.take("max_retry_after_ms")?.integer(milliseconds)
    statuses = try (object.take("statuses")?.elements() ?? []).map { (found) throws(DefinitionFault) in
      try found.integer(100...599)
    }
    takesAnyMethod = try object.take("any_method")?.bool() ?? false
    usesRetryAfter = try object.take("retry_after")?.bool() ?? true
    try object.end()
  }
}
