@_exported import MoyaCore
