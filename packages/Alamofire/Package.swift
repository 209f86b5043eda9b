// swift-tools-version: 6.1
import PackageDescription

// A package of its own: beside the real Alamofire, a product of that name in libmoya would be a second one.
let package = Package(
  name: "Alamofire",
  products: [.library(name: "Alamofire", targets: ["Alamofire"])],
  traits: [
    .trait(name: "Foundation", description: "libmoya's trait of that name."),
    .default(enabledTraits: ["Foundation"]),
  ],
  dependencies: [
    .package(
      name: "libmoya", path: "../..", traits: [.trait(name: "Foundation", condition: .when(traits: ["Foundation"]))])
  ],
  targets: [.target(name: "Alamofire", dependencies: [.product(name: "Moya", package: "libmoya")])]
)
