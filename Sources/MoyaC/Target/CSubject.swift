import CMoya
import Glibc
import MoyaCore
import MoyaHTTP

/// A `moya_target` as plugins and messages know it: what was copied from the caller's description.
///
/// Unchecked: immutable but for the slots, which belong to hooks that never overlap.
final class CSubject: Subject, @unchecked Sendable {
  let name: String
  /// Of the process that made the call.
  let generation = Fork.generation
  var tags: Set<String> { Set(labels) }
  private let sample: FixedSample
  private let hasSample: Bool
  let user: UnsafeMutableRawPointer?
  private let labels: [String]
  private(set) lazy var slots = PluginSlots()

  init(name: String, labels: [String], sample: FixedSample, hasSample: Bool, user: UnsafeMutableRawPointer?) {
    self.name = name
    self.labels = labels
    self.sample = sample
    self.hasSample = hasSample
    self.user = user
  }

  func sample(for request: URLRequest) -> Result<TransferResponse, TransferError> {
    sample.answer(to: request.urlText)
  }

  func ownSample(for request: URLRequest) -> Result<TransferResponse, TransferError>? {
    hasSample ? sample.answer(to: request.urlText) : nil
  }

  func hasTag(_ tag: UnsafePointer<CChar>) -> Bool { labels.contains { strcmp($0, tag) == 0 } }
}
