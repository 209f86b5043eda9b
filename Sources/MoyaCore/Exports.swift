// A target needs URL, Data, HTTPURLResponse and a queue. These exports make one import enough for all of them.
@_exported import Dispatch
@_exported import FoundationEssentials
@_exported import MoyaHTTP
