import FoundationEssentials
import Glibc
import MoyaHTTP
import MoyaTestSupport
import Testing

@testable import MoyaTransport

@Suite(.timeLimitOfAll) struct PartialFileTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/film.part" }

  private func message(_ path: String) -> String? {
    do throws(TransferError) {
      _ = try PartialFile(path)
      return nil
    } catch {
      #expect(error.kind == .file)
      return error.message
    }
  }

  private func write(_ count: Int, to file: PartialFile) -> TransferError? {
    [UInt8](repeating: 1, count: count).withUnsafeBytes { file.write($0) }
  }

  @Test func `two at once: the second hears who has it, and the first is not harmed`() throws {
    let server = FilmServer(FilmServer.Film(), [.stall, .asAsked])
    let client = try Client()
    func options(_ options: inout TransferOptions) {
      options.downloadPath = folder.path + "/other"
      options.partialDownloadPath = path
    }
    let first = Collector()
    let transfer = client.start(first, server.url) { options(&$0) }
    client.pump { folder.bytes("film.part")?.count == 150_000 }
    let error = client.send(server.url) { options(&$0) }.error
    #expect(error?.message == "the download cannot be written: \(path): another download is writing it")
    #expect(error?.kind == .file && server.requests.count == 1 && folder.bytes("film.part")?.count == 150_000)
    transfer.stop()
    client.pump { first.isEnded }
    #expect(client.send(server.url) { options(&$0) }.response?.statusCode == 200)
    #expect(folder.bytes("film.part") == FilmServer.Film().bytes)
  }

  @Test func `a link is not followed, neither to a file nor to nothing`() throws {
    let other = TemporaryFile(Data("precious".utf8))
    symlink(other.path, path)
    #expect(message(path) == "the download cannot be written: \(path): it is a symbolic link")
    #expect(TemporaryFile.read(other.path) == "precious")
    unlink(path)
    symlink(folder.path + "/nothing", path)
    #expect(message(path)?.contains("symbolic link") == true)
    #expect(folder.names == ["film.part"])
  }

  @Test func `a record is not read or written through a link`() throws {
    let record = try #require(
      PartialRecord(
        urlText: "http://h/", fields: HeaderFields(fields: [.init(name: "ETag", value: "\"a\"")]), length: 9))
    let other = TemporaryFile(Data(record.text.utf8))
    symlink(other.path, path + ".resume")
    symlink(other.path, path + ".resume.new")
    let file = try PartialFile(path)
    #expect(file.record == nil)
    try file.startOver(PartialRecord(text: record.text.replacing("/\n", with: "/b\n")))
    #expect(file.record?.urlText == "http://h/b")
    #expect(TemporaryFile.read(other.path) == record.text)
    #expect(folder.names == ["film.part", "film.part.resume"])
    var status = stat()
    #expect(lstat(path + ".resume", &status) == 0 && status.st_mode & 0o777 == 0o600, "a URL may hold a secret")
  }

  @Test func `a place where no file can be is named`() throws {
    mkfifo(path, 0o600)
    #expect(message(path) != nil)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    #expect(message(path) == "the download cannot be written: \(path): it is not a file")
    close(reader)
    unlink(path)
    let places = [
      (folder.path, "Is a directory"), (folder.path + "/none/film", "No such file or directory"),
      (folder.path + "/" + String(repeating: "x", count: 300), "File name too long"),
      ("", "No such file or directory"),
    ]
    for (place, reason) in places {
      #expect(message(place) == "the download cannot be written: \(place): \(reason)")
    }
    #expect(message("/tmp/a\0b")?.contains("NUL") == true)
    #expect(message("/proc/film.part") != nil)
  }

  @Test func `a file that was moved away is not written any more, however close the two downloads are`() throws {
    let path = self.path
    let isDone = Locked(false)
    let written = Locked(0)
    let other = Signal()
    Thread.detach {
      while !isDone.with({ $0 }) {
        guard let file = try? PartialFile(path) else { continue }
        if [2].withUnsafeBytes({ file.write($0) }) == nil { written.with { $0 += 1 } }
      }
      other.fire()
    }
    var moved = 0
    while moved < 300 || written.current == 0 {
      guard let file = try? PartialFile(path) else { continue }
      #expect(write(1, to: file) == nil)
      rename(path, folder.path + "/\(moved)")
      file.release()
      moved += 1
    }
    isDone.with { $0 = true }
    #expect(other.wait())
    for number in 0..<moved { #expect(folder.bytes("\(number)")?.last == 1, "\(number)") }
  }

  @Test func `an empty file is not left behind, and one with bytes is`() throws {
    try PartialFile(path).release()
    #expect(folder.names.isEmpty)
    let file = try PartialFile(path)
    #expect(write(1, to: file) == nil)
    file.release()
    #expect(folder.names == ["film.part"])
  }
}
