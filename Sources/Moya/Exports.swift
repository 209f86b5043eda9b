@_exported import MoyaCore

#if Foundation
  // Imported for its conformances, which hold wherever the module is loaded.
  import MoyaFoundation
#endif
