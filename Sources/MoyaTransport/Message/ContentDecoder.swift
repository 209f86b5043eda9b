import MoyaHTTP

/// Takes content codings off a body as it arrives (RFC 9110 §8.4). Does no input of its own.
///
/// libcurl's own decoding calls a cut-off body complete and fails on a second gzip member; every client we measured
/// gets one of the two wrong.
package final class ContentDecoder {
  package typealias Store = (UnsafeRawBufferPointer) -> TransferError?

  /// Which codings a request takes, and what becomes of the others.
  package enum Accepted: Equatable {
    /// Those that are known here; an answer in another one is an error.
    case known
    /// Those that are known here; an answer in another one comes as it is.
    case knownOrRaw
    /// Those that the caller's own Accept-Encoding names, as far as they are known; an answer in another one comes as it
    /// is.
    case named(String)
  }

  /// In the order in which they are taken off: the last one applied comes first.
  private let stages: [any DecoderStage]
  /// Why there are none, though there are codings: the body is handed on as it is, and then refused.
  private let refusal: String?
  private var hasInput = false

  /// A body wrapped more often than this is an attack, not a page.
  private static let mostCodings = 4

  /// `nil`: there is nothing to take off.
  package init?(contentEncoding: String, accepted: Accepted) {
    let codings = ContentDecoder.tokens(contentEncoding).filter { $0 != "identity" }
    if codings.isEmpty { return nil }
    if case .named(let list) = accepted {
      let named = ContentDecoder.tokens(list)
      guard codings.allSatisfy({ named.contains($0) || named.contains("*") }) else { return nil }
    }
    let stages = codings.reversed().compactMap(ContentDecoder.stage)
    if stages.count < codings.count {
      guard accepted == .known else { return nil }
      let name = codings.first { ContentDecoder.stage($0) == nil } ?? ""
      (self.stages, refusal) = ([], "has a content coding that is not known: \(RequestRules.printable(name))")
    } else if codings.count > ContentDecoder.mostCodings {
      (self.stages, refusal) = ([], "has more than \(ContentDecoder.mostCodings) content codings")
    } else {
      (self.stages, refusal) = (stages, nil)
    }
  }

  private static func stage(_ coding: String) -> (any DecoderStage)? {
    switch coding {
    case "gzip": InflateStage(.gzip)
    case "deflate": InflateStage(.deflate)
    case "br": BrotliStage()
    default: nil
    }
  }

  /// Decodes what arrived and hands the result on, piece by piece. An error ends it.
  package func decode(_ bytes: UnsafeRawBufferPointer, _ peer: String, _ store: Store) -> TransferError? {
    if !bytes.isEmpty { hasInput = true }
    return decode(bytes, stage: 0, peer, store)
  }

  /// The body has ended. An error when its coding has not, or is one that cannot be taken off.
  package func finish(_ peer: String) -> TransferError? {
    if let refusal, hasInput { return TransferError(.decode, "the body of \(peer) \(refusal)") }
    return stages.allSatisfy(\.isComplete)
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

  /// The members of a list in lower case, without weights; empty ones and those of weight 0 are left out, and the old
  /// name of gzip is the new one.
  private static func tokens(_ list: String) -> [String] {
    list.split(separator: ",").compactMap { member in
      let parts = member.split(separator: ";")
      let weight = parts.dropFirst().first?.filter { $0 != " " } ?? ""
      if weight.hasPrefix("q=0"), !weight.contains(where: { ("1"..."9").contains($0) }) { return nil }
      let name = (parts.first ?? "").filter { $0 != " " && $0 != "\t" }.lowercased()
      return name.isEmpty ? nil : name == "x-gzip" ? "gzip" : name
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
