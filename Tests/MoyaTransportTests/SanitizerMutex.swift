#if MOYA_THREAD_SANITIZER
  import MoyaHTTP

  typealias Mutex = SanitizerMutex
#endif
