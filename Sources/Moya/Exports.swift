@_exported import MoyaCore
@_exported import class MoyaNetwork.SigningPlugin

#if Foundation
  // `Foundation` is a trait of the package and on by default. This import makes the conformances of `MoyaFoundation`
  // available wherever this module is loaded.
  import MoyaFoundation
#endif
