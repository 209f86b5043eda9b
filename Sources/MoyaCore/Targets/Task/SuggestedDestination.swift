extension DownloadRequest {
  /// A destination in one of the user's folders, under the last component of the request's URL.
  ///
  /// A name that the server chooses is not used: it could point out of the folder.
  public static func suggestedDownloadDestination(
    for directory: FileManager.SearchPathDirectory = .documentDirectory,
    in domain: FileManager.SearchPathDomainMask = .userDomainMask, options: Options = []
  ) -> Destination {
    { temporaryURL, response in
      let folder = FileManager.default.urls(for: directory, in: domain).first
      let name = response.url?.lastPathComponent ?? ""
      let isUsable = !name.isEmpty && name != "/" && name != "." && name != ".." && !name.utf8.contains(0x2F)
      guard let folder, isUsable else { return (temporaryURL, options) }
      return (folder.appendingPathComponent(name), options)
    }
  }
}
