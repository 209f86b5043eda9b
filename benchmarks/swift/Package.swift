// swift-tools-version: 6.0
import PackageDescription

// Apart from the library's package, so that packages which depend on it do not build its benchmarks.
let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "libmoya", path: "../..")],
  targets: [
    .executableTarget(name: "values", dependencies: [.product(name: "Moya", package: "libmoya")]),
    .executableTarget(name: "flight", dependencies: [.product(name: "Moya", package: "libmoya")]),
  ]
)
