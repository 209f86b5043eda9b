import CMoya
import Dispatch
import MoyaCore

/// What a `moya_executor` says.
///
/// Unchecked: immutable, and the function is the caller's, who makes it for any thread.
final class ExecutorSettings: @unchecked Sendable {
  private let own: moya_enqueue_fn?
  private let context: CallerContext
  private let queue: DispatchQueue?

  init(_ pointer: UnsafePointer<moya_executor>) throws(Failure) {
    let executor = try moya_executor(copying: pointer)
    context = CallerContext(executor.user, release: executor.release_user)
    let kind = Int(executor.kind)
    guard [MOYA_EXECUTOR_LOOP, MOYA_EXECUTOR_QUEUE, MOYA_EXECUTOR_OWN].contains(kind) else {
      throw Failure(MOYA_ERROR_ARGUMENT, "moya_executor.kind is \(kind), which is none of MOYA_EXECUTOR_…")
    }
    own = executor.enqueue
    queue = kind == MOYA_EXECUTOR_QUEUE ? DispatchQueue(label: "moya.callbacks") : nil
    if kind == MOYA_EXECUTOR_OWN, own == nil { throw .null("moya_executor.enqueue") }
    if kind != MOYA_EXECUTOR_OWN, own != nil {
      throw Failure(MOYA_ERROR_ARGUMENT, "moya_executor.enqueue is given, and its kind is not MOYA_EXECUTOR_OWN")
    }
  }

  var isQueue: Bool { queue != nil }
  var takesJobs: Bool { own != nil }

  /// Where a call ends; `nil`: where it lands.
  func queue(for end: any WaiterEnd) -> DispatchQueue? {
    guard let queue, end is CallbackEnd else { return nil }
    DispatchUse.begin()
    return queue
  }

  /// Hands a job to the program, which runs it once.
  func enqueue(_ job: @escaping @Sendable () -> Void) {
    let handle = Unmanaged.passRetained(Job(job)).toOpaque()
    own?(context.user, { job in if let job { Unmanaged<Job>.fromOpaque(job).takeRetainedValue().run() } }, handle)
  }

  private final class Job {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
