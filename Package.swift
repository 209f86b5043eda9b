// swift-tools-version: 6.1
import Glibc
import PackageDescription

/// Returns how SwiftPM finds the flags for libcurl: the path of a .pc file, or a name that it looks up as pkg-config
/// does.
///
/// `script/curl --install` stores a current libcurl, which is preferred to the system's. `script/swift` chooses another
/// one by MOYA_SWIFTPM_CURL.
func libcurl() -> String {
  if let chosen = Context.environment["MOYA_SWIFTPM_CURL"] { return chosen }
  func variable(_ name: String) -> String? { Context.environment[name].flatMap { $0.isEmpty ? nil : $0 } }
  // As in script/curl: an empty variable counts as one that is not set.
  let cache = variable("XDG_CACHE_HOME") ?? (variable("HOME") ?? "") + "/.cache"
  let installed = cache + "/libmoya/swiftpm/libcurl.pc"
  return access(installed, R_OK) == 0 ? installed : "libcurl"
}

let package = Package(
  name: "libmoya",
  products: [
    .library(name: "Moya", targets: ["Moya"]),
    // Loads plugins from modules. It is a separate product, because it needs the C API and libffi.
    .library(name: "MoyaPlugins", targets: ["MoyaPlugins"]),
    // The objects of the C library. script/build links them into libmoya.so. docs/building.md says why SwiftPM cannot.
    .library(name: "MoyaC", type: .static, targets: ["MoyaC"]),
  ],
  traits: [
    .trait(name: "Foundation", description: "Conformances to and of Foundation's types, and so links Foundation."),
    .default(enabledTraits: ["Foundation"]),
  ],
  targets: [
    // Each foreign library has a C target, which contains only what Swift cannot import (variadics, macros, C++).
    .systemLibrary(name: "CCurl", pkgConfig: libcurl(), providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlidec", providers: [.apt(["libbrotli-dev"])]),
    .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CFFI", pkgConfig: "libffi", providers: [.apt(["libffi-dev"])]),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CSanitizer"),
    // malloc for the bundled libcurl, for bodies and for header sections. Only script/link compiles `linked`.
    .target(name: "CAllocator", exclude: ["linked"]),
    // The clock of the bundled libcurl.
    .target(name: "CClock"),
    // Calls functions of plugins, and catches C++ exceptions.
    .target(
      name: "CHooks",
      // The tables that describe the plugins of the library.
      cSettings: [.headerSearchPath("../../include")]),
    // Thread-local variables, and waiting until a word of memory changes. Only script/link compiles `linked`.
    .target(name: "CThread", exclude: ["linked"]),
    .target(name: "CSimdjson", cxxSettings: [.headerSearchPath(".")], linkerSettings: [.linkedLibrary("simdjson")]),
    // The JSON functions that only the C API has. They read JSON with cursors, and decode it into structs. This C++
    // code includes the C API's headers. Swift imports the same headers as the module CMoya.
    .target(
      name: "CJSON", dependencies: ["CSimdjson"],
      cxxSettings: [.headerSearchPath("."), .headerSearchPath("../CSimdjson"), .headerSearchPath("../../include")]),
    // The C API's headers as a module. The compiler checks each `@implementation @_cdecl` against them.
    .systemLibrary(name: "CMoya", path: "include/moya"),

    // The Public Suffix List (generated/README.md).
    .target(name: "PublicSuffixList", path: "generated/PublicSuffixList"),
    .target(name: "MoyaHTTP", dependencies: ["PublicSuffixList", "CAllocator", "CSanitizer", "CThread"]),
    .target(
      name: "MoyaTransport",
      dependencies: ["MoyaHTTP", "CAllocator", "CClock", "CCurl", "COpenSSL", "CLinux", "CZlib", "CBrotli"]),
    .target(name: "MoyaCore", dependencies: ["MoyaHTTP", "CSanitizer", "CSimdjson", "CThread"]),
    // Definitions of APIs, which are read from documents. Only the C API has them.
    .target(name: "MoyaDefinition", dependencies: ["MoyaCore"]),
    .target(name: "MoyaNetwork", dependencies: ["MoyaCore", "MoyaTransport", "COpenSSL"]),
    // This code is a separate target, because no other code imports Foundation. The C library does not contain it.
    .target(name: "MoyaFoundation", dependencies: ["MoyaCore", "MoyaHTTP"]),
    .target(
      name: "Moya",
      dependencies: [
        "MoyaCore", "MoyaTransport", "MoyaNetwork", "CAllocator", "CThread",
        .target(name: "MoyaFoundation", condition: .when(traits: ["Foundation"])),
      ]),
    .target(
      name: "MoyaC",
      dependencies: [
        "MoyaCore", "MoyaDefinition", "MoyaTransport", "MoyaNetwork", "CMoya", "CAllocator", "CHooks", "CLinux",
        "CFFI", "CJSON", "CThread",
      ]),
    .target(name: "MoyaPlugins", dependencies: ["MoyaCore", "MoyaC"]),

    // What several test targets share: golden rows, an echo server, real servers.
    .target(name: "MoyaTestSupport", dependencies: ["MoyaCore", "CLinux"], path: "Tests/Support"),
    .testTarget(name: "MoyaHTTPTests", dependencies: ["MoyaHTTP", "PublicSuffixList", "MoyaTestSupport"]),
    .testTarget(
      name: "MoyaTransportTests",
      dependencies: ["MoyaTransport", "MoyaNetwork", "MoyaTestSupport", "CClock", "CCurl", "CZlib", "CLinux"]),
    .testTarget(name: "MoyaCoreTests", dependencies: ["MoyaCore", "MoyaTestSupport"]),
    .testTarget(name: "MoyaCTests", dependencies: ["MoyaC", "MoyaDefinition", "MoyaHTTP", "MoyaTestSupport"]),
    .testTarget(
      name: "MoyaTests", dependencies: ["Moya", "MoyaNetwork", "MoyaTestSupport"], exclude: ["Flow/README.md"]),
    .testTarget(
      name: "MoyaPluginsTests", dependencies: ["Moya", "MoyaPlugins", "MoyaTestSupport"], exclude: ["probe.c"]),
    // API definitions as users of Moya write them: with Foundation in Swift 5, with Moya alone, and mixed.
    .testTarget(
      name: "ForgeAPITests", dependencies: ["Moya"], path: "Tests/APIDefinitions/Forge",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(name: "ShopAPITests", dependencies: ["Moya"], path: "Tests/APIDefinitions/Shop"),
    .testTarget(name: "MediaAPITests", dependencies: ["Moya"], path: "Tests/APIDefinitions/Media"),
    // What applications write around Moya: interceptors, subclasses, extensions, the names of earlier versions.
    .testTarget(
      name: "IdiomTests", dependencies: ["Moya"], path: "Tests/APIDefinitions/Idioms",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    // The Swift client in the tests of Tests/faults.
    .executableTarget(name: "FaultPlayer", dependencies: ["Moya"], path: "Tests/faults/players/swift"),
    // A program that makes calls through the plugins of examples/plugins, for Tests/plugins.
    .executableTarget(name: "PluginPlayer", dependencies: ["Moya", "MoyaPlugins"], path: "Tests/plugins/player"),
    // The program Tests/c/plugin_storms.c. In this target, both the program and the library can be compiled with
    // ThreadSanitizer.
    .executableTarget(
      name: "PluginStorms", dependencies: ["MoyaC"], path: "Tests/c", sources: ["plugin_storms.c"],
      cSettings: [.headerSearchPath("."), .headerSearchPath("../../include")]),
    .target(name: "PluginExamples", dependencies: ["Moya"], path: "examples/swift"),
    .testTarget(name: "PluginExamplesTests", dependencies: ["PluginExamples"]),
  ],
  cxxLanguageStandard: .cxx17
)
