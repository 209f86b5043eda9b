import Testing
@testable import MoyaCore
@Suite struct MultiTargetTests {}
