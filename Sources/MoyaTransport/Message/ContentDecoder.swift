import MoyaHTTP

/// Takes content codings off a body as it arrives (RFC 9110 §8.4). Does no input of its own.
///
/// libcurl's own decoding calls a cut-off body complete and fails on a second gzip member; every client we measured
/// gets one of the two wrong.
package final class ContentDecoder {
  package typealias Store = (UnsafeRawBufferPointer) -> TransferError?

  /// In the order in which they are taken off: the last one applied comes first.
  private let stages: [any DecoderStage]

  /// A body wrapped more often than this is an attack, not a page.
  private static let mostCodings = 4

  /// `nil`: there is nothing to decode, because no coding was applied, or one that we do not know or did not ask for.
  package init?(contentEncoding: String, acceptEncoding: String) {
    let accepted = ContentDecoder.tokens(acceptEncoding)
    let codings = ContentDecoder.tokens(contentEncoding).filter { $0 != "identity" }
    guard !codings.isEmpty, codings.allSatisfy({ accepted.contains($0) || accepted.contains("*") }) else { return nil }
    if codings.count > ContentDecoder.mostCodings {
      stages = [RefusingStage()]
      return
    }
    var stages: [any DecoderStage] = []
    for coding in codings.reversed() {
      switch coding {
      case "gzip": stages.append(InflateStage(.gzip))
      case "deflate": stages.append(InflateStage(.deflate))
      case "br": stages.append(BrotliStage())
      default: return nil
      }
    }
    self.stages = stages
  }

  /// Decodes what arrived and hands the result on, piece by piece. An error ends it.
  package func decode(_ bytes: UnsafeRawBufferPointer, _ peer: String, _ store: Store) -> TransferError? {
    decode(bytes, stage: 0, peer, store)
  }

  /// The body has ended. An error when its coding has not.
  package func finish(_ peer: String) -> TransferError? {
    stages.allSatisfy(\.isComplete)
      ? nil : TransferError(.decode, "the body of \(peer) is cut off: its content coding has not ended")
  }

  private func decode(
    _ bytes: UnsafeRawBufferPointer, stage: Int, _ peer: String, _ store: Store
  ) -> TransferError? {
    guard stage < stages.count else { return store(bytes) }
    var failure: TransferError?
    let isSound = stages[stage].decode(bytes) { piece in
      failure = decode(piece, stage: stage + 1, peer, store)
      return failure == nil
    }
    if let failure { return failure }
    return isSound ? nil : TransferError(.decode, "the body of \(peer) is damaged: its content coding cannot be read")
  }

  /// The members of a list in lower case, without weights; those of weight 0 are left out, and the old name of gzip is
  /// the new one.
  private static func tokens(_ list: String) -> [String] {
    list.split(separator: ",").compactMap { member in
      let parts = member.split(separator: ";")
      let weight = parts.dropFirst().first?.filter { $0 != " " } ?? ""
      if weight.hasPrefix("q=0"), !weight.contains(where: { ("1"..."9").contains($0) }) { return nil }
      let name = parts.first?.filter { $0 != " " && $0 != "\t" }.lowercased()
      return name == "x-gzip" ? "gzip" : name
    }
  }
}

/// One coding.
protocol DecoderStage: AnyObject {
  /// Gives decoded pieces to `emit` until the input is used up or `emit` says no. False: the input is damaged.
  func decode(_ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) -> Bool) -> Bool
  /// The coding has come to its end, or nothing was received at all.
  var isComplete: Bool { get }
}

/// Accepts nothing.
private final class RefusingStage: DecoderStage {
  func decode(_ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) -> Bool) -> Bool { false }
  var isComplete: Bool { true }
}
