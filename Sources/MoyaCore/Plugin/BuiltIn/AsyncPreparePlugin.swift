/// Prepares requests with an async closure, for example with a token from a keychain or a signature from a service.
///
/// An error ends the request before it is sent. The request's total timeout continues while the closure runs.
public final class AsyncPreparePlugin: PluginType, Sendable {
  public typealias Prepare = @Sendable (URLRequest, any TargetType) async throws -> URLRequest

  private let prepare: Prepare

  public init(prepare: @escaping Prepare) { self.prepare = prepare }

  public func prepare(_ request: URLRequest, context: PluginContext) -> Preparation {
    let prepare = self.prepare
    _Concurrency.Task {
      do {
        context.resume(.ready(try await prepare(request, context.target)))
      } catch {
        context.resume(.answered(.failure(error as? MoyaError ?? .underlying(error, nil))))
      }
    }
    return .pending
  }
}
