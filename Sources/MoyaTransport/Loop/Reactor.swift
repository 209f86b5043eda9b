import CCurl
import CLinux
import Glibc
import MoyaHTTP

/// The inside of a loop: libcurl's multi handle, the epoll set, the timers, the line of waiting requests. It belongs to
/// whichever thread pumps the loop, one at a time, and knows nothing of threads.
final class Reactor {
  let configuration: LoopConfiguration
  let proxies: ProxySettings
  let poller: Poller
  /// Microseconds; read once per wake-up.
  private(set) var now = MonotonicClock.now()
  /// True while callbacks may be running: they must only queue.
  private(set) var isRunning = false

  private let multi: UnsafeMutableRawPointer
  private let wakeup: Int32
  private let timer: Int32
  private let events: UnsafeMutableBufferPointer<epoll_event>
  private var queue: RequestQueue<Transfer>
  private var timers = TimerTable()
  private var slots: [LoopItem?] = []
  private var freeSlots: [Int] = []
  private var idleHandles: [EasyHandle] = []
  private var refused: [(Transfer, TransferError)] = []
  private var stopped: [LoopItem] = []
  private var jobs: [@Sendable () -> Void] = []
  private var curlTimer = TimerTable.never
  private var curlTimerWasSet = false
  private var armedTimer = TimerTable.never
  /// What the last URL told us: the next one is often the same.
  private var lastURL: (text: String, host: RequestQueue<Transfer>.Host, hasUser: Bool)?

  init(_ configuration: LoopConfiguration, descriptor: Int32, wakeup: Int32, timer: Int32) throws(TransferError) {
    try Library.initialize()
    poller = try Poller(descriptor: descriptor)
    guard let multi = moya_curl_multi_init() else {
      poller.closeDescriptors()
      throw TransferError(.other, "libcurl gave no multi handle")
    }
    self.multi = multi
    self.configuration = configuration
    self.wakeup = wakeup
    self.timer = timer
    proxies = ProxySettings(configuration.proxy)
    events = .allocate(capacity: 512)
    events.initialize(repeating: epoll_event())
    queue = RequestQueue(limit: configuration.maxConnections, limitPerHost: configuration.maxConnectionsPerHost)
    let context = Unmanaged.passUnretained(self).toOpaque()
    moya_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, max(1, configuration.maxConnections))
    moya_curl_multi_set_socket_function(multi, wantSocket)
    moya_curl_multi_set_pointer(multi, CURLMOPT_SOCKETDATA, context)
    moya_curl_multi_set_timer_function(multi, wantTimer)
    moya_curl_multi_set_pointer(multi, CURLMOPT_TIMERDATA, context)
  }

  /// Ends libcurl's part. Nothing may be running. A forked child must not come here: the connections are its parent's.
  func destroy() {
    idleHandles.removeAll()
    curl_multi_cleanup(multi)
    poller.closeDescriptors()
    events.deallocate()
  }

  // MARK: Taking work

  func accept(_ submission: Submission) {
    switch submission {
    case .start(let transfer): accept(transfer)
    case .refuse(let transfer, let error): refused.append((transfer, error))
    case .timer(let timer):
      takeSlot(timer)
      arm(timer)
    case .job(let job): jobs.append(job)
    case .stop(let item): stopped.append(item)
    }
  }

  private func accept(_ transfer: Transfer) {
    transfer.reactor = self
    takeSlot(transfer)
    arm(transfer)
    enqueue(transfer)
  }

  /// Wakes the item no later than its deadline.
  func arm(_ item: LoopItem) { timers.arm(slot: item.slot, at: item.deadline) }

  /// Its request is about to go out: others may share the connection.
  func connected(_ transfer: Transfer) {
    arm(transfer)
    if let host = transfer.host { queue.opened(host) }
  }

  func setCurlTimer(_ milliseconds: Int) {
    curlTimer = milliseconds < 0 ? TimerTable.never : now &+ UInt64(milliseconds) &* 1000
    curlTimerWasSet = true
  }

  private func enqueue(_ transfer: Transfer) {
    let text = transfer.request.urlText
    let known = lastURL
    if let known, known.text == text {
      transfer.host = known.host
      transfer.hasUserInformation = known.hasUser
      queue.append(transfer, to: known.host)
      return
    }
    let host = queue.host(Origin(urlText: text))
    transfer.host = host
    transfer.hasUserInformation = Origin.hasUserInformation(text)
    lastURL = (text, host, transfer.hasUserInformation)
    queue.append(transfer, to: host)
  }

  private func takeSlot(_ item: LoopItem) {
    if let slot = freeSlots.popLast() {
      slots[slot] = item
      item.slot = slot
    } else {
      item.slot = slots.count
      slots.append(item)
    }
  }

  private func releaseSlot(_ item: LoopItem) {
    guard slots.indices.contains(item.slot) else { return }
    slots[item.slot] = nil
    freeSlots.append(item.slot)
    item.slot = -1
  }

  // MARK: One turn

  /// Something can be done without waiting.
  var hasWork: Bool {
    queue.canStart || !stopped.isEmpty || !refused.isEmpty || !jobs.isEmpty || curlTimer <= now || timers.next <= now
  }

  /// Milliseconds to wait at most, for a caller who would wait `limit` (−1: for ever).
  func waitingTime(atMost limit: Int32) -> Int32 {
    if limit == 0 || hasWork { return 0 }
    let next = min(curlTimer, timers.next)
    if next == TimerTable.never { return limit }
    let current = MonotonicClock.now()
    let left = next > current ? Int32(clamping: (next - current + 999) / 1000) : 0
    return limit < 0 ? left : min(limit, left)
  }

  /// Waits for events and hands them to libcurl. Returns their number.
  func poll(_ milliseconds: Int32) -> Int {
    let count = Int(epoll_wait(poller.descriptor, events.baseAddress, Int32(events.count), milliseconds))
    now = MonotonicClock.now()
    guard count > 0 else { return 0 }
    isRunning = true
    defer { isRunning = false }
    // First the connections nobody uses: what arrived there must not answer a request that is about to start.
    for event in events[..<count] where !isOwn(event.data.fd) && poller.action(event.data.fd, event.events) == nil {
      poller.retire(event.data.fd)
    }
    var running: Int32 = 0
    for event in events[..<count] {
      let descriptor = event.data.fd
      if descriptor == timer { armedTimer = TimerTable.never }
      if isOwn(descriptor) { continue }
      guard let action = poller.action(descriptor, event.events), action != 0 else { continue }
      curl_multi_socket_action(multi, descriptor, action, &running)
    }
    return count
  }

  /// Everything that can be done now: ended transfers, timers, stops, jobs, new requests, until nothing is left.
  func work() {
    isRunning = true
    defer { isRunning = false }
    var rounds = 0
    repeat {
      collect()
      fireTimers()
      endStopped()
      endRefused()
      runJobs()
      startWaiting()
      runCurlTimer()
      collect()
      rounds += 1
      // A caller who starts a request in every completion must not keep the loop from its sockets.
    } while hasWork && rounds < 16
  }

  /// Before the loop is left to epoll: tells it what is to be waited for.
  func settle() {
    poller.apply()
    let next = hasWork ? now : min(curlTimer, timers.next)
    guard next < armedTimer else { return }
    armedTimer = next
    var setting = itimerspec()
    let time = max(1, next)
    setting.it_value.tv_sec = Int(time / 1_000_000)
    setting.it_value.tv_nsec = Int(time % 1_000_000) * 1000
    timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }

  /// Ends everything with `error`.
  func endAll(_ error: TransferError) {
    isRunning = true
    defer { isRunning = false }
    endRefused()
    stopped.removeAll()
    jobs.removeAll()
    for case let item? in slots { end(item, error) }
  }

  private func isOwn(_ descriptor: Int32) -> Bool { descriptor == wakeup || descriptor == timer }

  private func collect() {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
      let code = message.pointee.data.result
      var context: UnsafeMutableRawPointer?
      moya_curl_get_pointer(easy, CURLINFO_PRIVATE, &context)
      guard let context else { continue }
      let handle = Unmanaged<EasyHandle>.fromOpaque(context).takeUnretainedValue()
      curl_multi_remove_handle(multi, easy)
      if let transfer = handle.transfer { conclude(transfer, handle, code) }
    }
  }

  private func conclude(_ transfer: Transfer, _ handle: EasyHandle, _ code: CURLcode) {
    let outcome = transfer.end(code, handle)
    release(transfer, handle)
    switch outcome {
    case .finished(let result): finish(transfer, result)
    case .again: enqueue(transfer)
    }
  }

  private func fireTimers() {
    while let slot = timers.popDue(at: now) {
      guard slots.indices.contains(slot), let item = slots[slot] else { continue }
      if let timer = item as? TimerItem {
        guard timer.time <= now else {
          arm(timer)
          continue
        }
        let job = timer.job
        endTimer(timer)
        job?()
      } else if let transfer = item as? Transfer {
        if let error = transfer.timeout(at: now) { end(transfer, error) } else { arm(transfer) }
      }
    }
  }

  private func endStopped() {
    while let item = stopped.popLast() { end(item, .cancelled) }
  }

  private func endRefused() {
    let list = refused
    refused = []
    for (transfer, error) in list { finish(transfer, .failure(error)) }
  }

  private func runJobs() {
    let list = jobs
    jobs = []
    for job in list { job() }
  }

  private func startWaiting() {
    while let transfer = queue.start() {
      do throws(TransferError) {
        try transfer.begin()
        let handle = if let idle = idleHandles.popLast() { idle } else { try EasyHandle(reactor: self) }
        handle.prepare(transfer)
        transfer.handle = handle
        arm(transfer)
        let code = curl_multi_add_handle(multi, handle.easy)
        if code != CURLM_OK { throw TransferError(.other, "libcurl took no request (multi code \(code.rawValue))") }
      } catch {
        end(transfer, error)
      }
    }
  }

  private func runCurlTimer() {
    guard curlTimer <= now else { return }
    curlTimer = TimerTable.never
    curlTimerWasSet = false
    var running: Int32 = 0
    curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running)
    if curlTimerWasSet || running == 0 { return }
    // libcurl tells of a timer only when it differs from the last one it told; ours may have fired a little early.
    var left = -1
    curl_multi_timeout(multi, &left)
    if left >= 0 { setCurlTimer(max(1, left)) }
  }

  // MARK: Ends

  private func end(_ item: LoopItem, _ error: TransferError) {
    if item.isEnded { return }
    if let timer = item as? TimerItem { return endTimer(timer) }
    guard let transfer = item as? Transfer else { return }
    let failure = transfer.abandoned(error)
    if let handle = transfer.handle {
      curl_multi_remove_handle(multi, handle.easy)
      release(transfer, handle)
    } else if let host = transfer.host {
      if transfer.phase == .waiting { queue.remove(transfer, from: host) } else { queue.finished(on: host) }
    }
    finish(transfer, .failure(failure))
  }

  private func release(_ transfer: Transfer, _ handle: EasyHandle) {
    transfer.handle = nil
    handle.recycle(answered: transfer.answered)
    idleHandles.append(handle)
    if let host = transfer.host { queue.finished(on: host) }
  }

  private func endTimer(_ timer: TimerItem) {
    timer.isEnded = true
    timer.job = nil
    releaseSlot(timer)
  }

  private func finish(_ transfer: Transfer, _ result: Result<TransferResponse, TransferError>) {
    if transfer.isEnded { return }
    transfer.isEnded = true
    transfer.host = nil
    releaseSlot(transfer)
    let observer = transfer.observer
    transfer.observer = nil
    transfer.leaveLoop()
    observer?.transferDidFinish(result)
  }
}
