import Glibc

/// Does the environment name a proxy? libcurl would look for each request; ours looks once.
enum ProxyEnvironment {
  static var isSet: Bool {
    let names: [String] = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    return names.contains { getenv($0) != nil }
  }
}
