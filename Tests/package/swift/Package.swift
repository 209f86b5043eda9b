// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "consumer",
  dependencies: [.package(name: "libmoya", path: "../../..", traits: [])],
  targets: [.executableTarget(name: "consumer", dependencies: [.product(name: "Moya", package: "libmoya")])]
)
