// swift-tools-version: 6.0
import PackageDescription

// Apart from the library's package, so that nobody who depends on it builds its benchmarks.
let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "libmoya", path: "../..")],
  targets: [
    .executableTarget(name: "values", dependencies: [.product(name: "Moya", package: "libmoya")]),
    .executableTarget(name: "flight", dependencies: [.product(name: "Moya", package: "libmoya")]),
  ]
)
