import CMoya

/// Every constant of the two headers, for languages that cannot read them.
enum Constants {
  struct Named {
    let name: StaticString
    let value: Int64

    init(_ name: StaticString, _ value: some BinaryInteger) {
      self.name = name
      self.value = Int64(clamping: value)
    }
  }

  static func value(of name: UnsafePointer<CChar>) -> Int64? {
    for table in [statuses, others, sizes] {
      if let found = table.first(where: { strcmp($0.name, name) }) { return found.value }
    }
    return nil
  }

  static func statusName(_ status: moya_status) -> StaticString? {
    statuses.first { $0.value == Int64(status) }?.name
  }

  private static func strcmp(_ left: StaticString, _ right: UnsafePointer<CChar>) -> Bool {
    left.withUTF8Buffer { bytes in
      for (index, byte) in bytes.enumerated() where UInt8(bitPattern: right[index]) != byte { return false }
      return right[bytes.count] == 0
    }
  }

  private static let statuses = [
    Named("MOYA_OK", MOYA_OK),
    Named("MOYA_ERROR_NULL", MOYA_ERROR_NULL),
    Named("MOYA_ERROR_UTF8", MOYA_ERROR_UTF8),
    Named("MOYA_ERROR_STRUCT_SIZE", MOYA_ERROR_STRUCT_SIZE),
    Named("MOYA_ERROR_STRUCT_TAIL", MOYA_ERROR_STRUCT_TAIL),
    Named("MOYA_ERROR_ARGUMENT", MOYA_ERROR_ARGUMENT),
    Named("MOYA_ERROR_STATE", MOYA_ERROR_STATE),
    Named("MOYA_ERROR_FORKED", MOYA_ERROR_FORKED),
    Named("MOYA_ERROR_MEMORY", MOYA_ERROR_MEMORY),
    Named("MOYA_ERROR_SYSTEM", MOYA_ERROR_SYSTEM),
    Named("MOYA_ERROR_INVALID_URL", MOYA_ERROR_INVALID_URL),
    Named("MOYA_ERROR_INVALID_REQUEST", MOYA_ERROR_INVALID_REQUEST),
    Named("MOYA_ERROR_ENCODING", MOYA_ERROR_ENCODING),
    Named("MOYA_ERROR_NO_STUB", MOYA_ERROR_NO_STUB),
    Named("MOYA_ERROR_RESOLVE", MOYA_ERROR_RESOLVE),
    Named("MOYA_ERROR_CONNECT", MOYA_ERROR_CONNECT),
    Named("MOYA_ERROR_TLS", MOYA_ERROR_TLS),
    Named("MOYA_ERROR_TIMEOUT_CONNECT", MOYA_ERROR_TIMEOUT_CONNECT),
    Named("MOYA_ERROR_TIMEOUT_IDLE", MOYA_ERROR_TIMEOUT_IDLE),
    Named("MOYA_ERROR_TIMEOUT_TOTAL", MOYA_ERROR_TIMEOUT_TOTAL),
    Named("MOYA_ERROR_NETWORK", MOYA_ERROR_NETWORK),
    Named("MOYA_ERROR_PROTOCOL", MOYA_ERROR_PROTOCOL),
    Named("MOYA_ERROR_INCOMPLETE_BODY", MOYA_ERROR_INCOMPLETE_BODY),
    Named("MOYA_ERROR_DECODE", MOYA_ERROR_DECODE),
    Named("MOYA_ERROR_TOO_LARGE", MOYA_ERROR_TOO_LARGE),
    Named("MOYA_ERROR_REDIRECT", MOYA_ERROR_REDIRECT),
    Named("MOYA_ERROR_PROXY", MOYA_ERROR_PROXY),
    Named("MOYA_ERROR_CANCELLED", MOYA_ERROR_CANCELLED),
    Named("MOYA_ERROR_BODY", MOYA_ERROR_BODY),
    Named("MOYA_ERROR_FILE", MOYA_ERROR_FILE),
    Named("MOYA_ERROR_STATUS_CODE", MOYA_ERROR_STATUS_CODE),
    Named("MOYA_ERROR_JSON", MOYA_ERROR_JSON),
    Named("MOYA_ERROR_KEY_PATH", MOYA_ERROR_KEY_PATH),
    Named("MOYA_ERROR_JSON_TYPE", MOYA_ERROR_JSON_TYPE),
    Named("MOYA_ERROR_PLUGIN_OPEN", MOYA_ERROR_PLUGIN_OPEN),
    Named("MOYA_ERROR_PLUGIN_FORMAT", MOYA_ERROR_PLUGIN_FORMAT),
    Named("MOYA_ERROR_PLUGIN_ENTRY", MOYA_ERROR_PLUGIN_ENTRY),
    Named("MOYA_ERROR_PLUGIN_ABI", MOYA_ERROR_PLUGIN_ABI),
    Named("MOYA_ERROR_PLUGIN_TABLE", MOYA_ERROR_PLUGIN_TABLE),
    Named("MOYA_ERROR_PLUGIN_CREATE", MOYA_ERROR_PLUGIN_CREATE),
    Named("MOYA_ERROR_PLUGIN_HOOK", MOYA_ERROR_PLUGIN_HOOK),
    Named("MOYA_ERROR_OTHER", MOYA_ERROR_OTHER),
  ]

  private static let others = [
    Named("MOYA_TASK_PLAIN", MOYA_TASK_PLAIN),
    Named("MOYA_TASK_DATA", MOYA_TASK_DATA),
    Named("MOYA_TASK_JSON", MOYA_TASK_JSON),
    Named("MOYA_TASK_QUERY", MOYA_TASK_QUERY),
    Named("MOYA_STUB_DEFAULT", MOYA_STUB_DEFAULT),
    Named("MOYA_STUB_NEVER", MOYA_STUB_NEVER),
    Named("MOYA_STUB_IMMEDIATE", MOYA_STUB_IMMEDIATE),
    Named("MOYA_STUB_DELAYED", MOYA_STUB_DELAYED),
    Named("MOYA_PUMP_DISPATCH", MOYA_PUMP_DISPATCH),
    Named("MOYA_PUMP_HOST", MOYA_PUMP_HOST),
    Named("MOYA_HOOK_OK", MOYA_HOOK_OK),
    Named("MOYA_HOOK_ANSWERED", MOYA_HOOK_ANSWERED),
    Named("MOYA_LOG_DEBUG", MOYA_LOG_DEBUG),
    Named("MOYA_LOG_INFO", MOYA_LOG_INFO),
    Named("MOYA_LOG_WARNING", MOYA_LOG_WARNING),
    Named("MOYA_LOG_ERROR", MOYA_LOG_ERROR),
    Named("MOYA_PLUGIN_ABI", MOYA_PLUGIN_ABI),
    Named("MOYA_NO_REDIRECTS", UInt32.max),
    Named("MOYA_VERSION_NUMBER", MOYA_VERSION_NUMBER),
  ]

  private static let sizes = [
    Named("moya_header", MemoryLayout<moya_header>.size),
    Named("moya_parameter", MemoryLayout<moya_parameter>.size),
    Named("moya_task", MemoryLayout<moya_task>.size),
    Named("moya_sample", MemoryLayout<moya_sample>.size),
    Named("moya_target", MemoryLayout<moya_target>.size),
    Named("moya_provider_options", MemoryLayout<moya_provider_options>.size),
    Named("moya_completion", MemoryLayout<moya_completion>.size),
    Named("moya_str", MemoryLayout<moya_str>.size),
    Named("moya_host", MemoryLayout<moya_host>.size),
    Named("moya_plugin_table", MemoryLayout<moya_plugin_table>.size),
  ]
}
