@_exported import MoyaCore

#if Foundation
  // For its conformances, which hold wherever the module is loaded.
  import MoyaFoundation
#endif
