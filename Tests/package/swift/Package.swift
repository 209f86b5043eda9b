// swift-tools-version: 6.2
import PackageDescription

let moya: [Target.Dependency] = [.product(name: "Moya", package: "libmoya")]

let package = Package(
  name: "consumer",
  dependencies: [
    .package(name: "libmoya", path: "../../..", traits: []),
    .package(path: "../../../packages/Alamofire", traits: []),
  ],
  targets: [
    .executableTarget(name: "consumer", dependencies: moya + [.product(name: "Alamofire", package: "Alamofire")]),
    // The next two targets have the same sources.
    .target(
      name: "Swift5Mode", dependencies: moya,
      swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
    .target(
      name: "Swift6Mode", dependencies: moya,
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
  ]
)
