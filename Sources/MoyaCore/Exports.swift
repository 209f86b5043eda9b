// A target needs URL, Data, HTTPURLResponse and a queue. With these exports one import provides them all.
@_exported import Dispatch
@_exported import FoundationEssentials
@_exported import MoyaHTTP
