/// Everything that one call needs to know, decided before it starts.
///
/// Unchecked: what is in it belongs to the caller and is only handed from one thread to the next, never shared.
package struct CallRecipe: @unchecked Sendable {
  package enum Source {
    case ready(URLRequest)
    case failed(MoyaError)
    /// A request closure: answers once, from any thread.
    case asking((@escaping (Result<URLRequest, MoyaError>) -> Void) -> Void)
  }

  package var target: any TargetType
  package var source: Source
  package var backend: any Backend
  package var plugins: [any PluginType]
  package var options = TransferOptions()
  package var validation = ValidationType.none
  package var sessionFields = HeaderFields()
  /// Where hooks on the way back and the completion run. `nil`: where the backend ends.
  package var queue: DispatchQueue?
  package var progress: ((ProgressResponse) -> Void)?
  package var download: DownloadDestination?

  package init(target: any TargetType, source: Source, backend: any Backend, plugins: [any PluginType]) {
    self.target = target
    self.source = source
    self.backend = backend
    self.plugins = plugins
  }
}
