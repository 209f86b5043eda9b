/// The version of the library. `Moya.version` names it in a program that has a `version` of its own.
public let version = "1.0.0"
