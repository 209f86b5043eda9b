@_exported import MoyaCore
@_exported import class MoyaNetwork.SigningPlugin

#if Foundation
  // `Foundation` is the package's trait, on by default. The module is imported for its conformances, which hold wherever
  // it is loaded.
  import MoyaFoundation
#endif
