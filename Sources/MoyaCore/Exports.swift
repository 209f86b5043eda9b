// A target definition needs URL and Data, an HTTPURLResponse and a queue: one import gives them all.
@_exported import Dispatch
@_exported import FoundationEssentials
@_exported import MoyaHTTP
