@_exported import MoyaCore
@_exported import class MoyaNetwork.SigningPlugin

#if Foundation
  // `Foundation` is a trait of the package and on by default. The import makes the module's conformances available
  // wherever this module is loaded.
  import MoyaFoundation
#endif
