// swift-tools-version: 6.1
import PackageDescription

// This is a separate package, because no two products of a program's packages may have the same name. If libmoya itself
// had a product `Alamofire`, a program could not use libmoya and the real Alamofire together.
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
