@_exported import MoyaCore

#if Foundation
  // `Foundation` is the package's trait, on by default. The module is imported for its conformances, which hold wherever
  // it is loaded.
  import MoyaFoundation
#endif
