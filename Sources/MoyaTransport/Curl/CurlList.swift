import CCurl
import MoyaHTTP

/// Texts as libcurl takes them: handles refer to the list, which must outlive them.
final class CurlList {
  private(set) var list: UnsafeMutablePointer<curl_slist>?

  /// Throws `.memory`.
  init(_ texts: [String]) throws(TransferError) {
    for text in texts {
      guard let grown = curl_slist_append(list, text) else {
        curl_slist_free_all(list)
        throw TransferError(.memory, "there is no memory for a list of \(texts.count) texts")
      }
      list = grown
    }
  }

  deinit { curl_slist_free_all(list) }
}
