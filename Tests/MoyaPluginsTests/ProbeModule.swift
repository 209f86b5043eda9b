import FoundationEssentials
import Glibc
import Moya
import MoyaPlugins
import MoyaTestSupport

/// The module of probe.c, compiled once.
enum ProbeModule {
  static let path = compiled("probe.so")
  /// The same module, compiled so that its plugin does not say that it may wait.
  static let hastyPath = compiled("hasty.so", "-DFLAGS=0")
  /// The same module, compiled so that its plugin needs a slot: once with hooks that may wait, and once without.
  static let needingPaths = [
    compiled("needing.so", "-DFLAGS=MOYA_PLUGIN_NEEDS_SLOT|MOYA_PLUGIN_WAITS"),
    compiled("hastyNeeding.so", "-DFLAGS=MOYA_PLUGIN_NEEDS_SLOT"),
  ]

  private static func compiled(_ name: String, _ flags: String...) -> String {
    let source = URL(filePath: #filePath).deletingLastPathComponent()
    let headers = source.deletingLastPathComponent().deletingLastPathComponent().path + "/include"
    let module = folder.path + "/" + name
    let command = ["gcc", "-std=gnu11", "-shared", "-fPIC", "-fvisibility=hidden", "-I" + headers, "-o", module]
    return Program.run(command + flags + [source.path + "/probe.c"]) ? module : "/the module was not compiled"
  }

  private static let folder = TemporaryFolder()
}

/// The probe as a plugin, with the lines that it has logged.
struct LoadedProbe {
  let plugin: ModulePlugin
  let lines: Lines

  init(
    _ options: [String: Any] = [:], path: String = ProbeModule.path, name: String? = nil, onlyTag: String? = nil,
    notTag: String? = nil,
    waitLimit: TimeInterval? = nil
  ) throws {
    let lines = Lines()
    self.lines = lines
    plugin = try ModulePlugin(
      path: path, name: name, options: options, onlyTag: onlyTag, notTag: notTag, waitLimit: waitLimit,
      log: { lines.add("\($0) \($1)") })
  }
}

final class Lines: Sendable {
  private let lines = Locked<[String]>([])
  private let destroyed = Signal()

  func add(_ line: String) {
    lines.with { $0.append(line) }
    if line.hasSuffix("destroyed") { destroyed.fire() }
  }

  var all: [String] { lines.current }

  func reachDestroyed() async -> Bool { await destroyed.reached() }
}

struct ProbeTarget: TargetType {
  var baseURL = URL(string: "http://probe.example") ?? URL(filePath: "/")
  var path = "/"
  var method = Moya.Method.get
  var task = Task.requestPlain
  var headers: [String: String]?
  var tags: Set<String> = []
  var timeout: TimeInterval?
  var sampleData: Data { Data("sample".utf8) }
}
