import FoundationEssentials
import Testing

@testable import MoyaCore

@Suite struct ResponseTests {
  private func response(_ status: Int) -> Response { Response(statusCode: status, data: Data()) }
  private func response(_ text: String) -> Response { Response(statusCode: 200, data: Data(text.utf8)) }

  private func passes(_ filter: () throws -> Response) -> Bool {
    do {
      _ = try filter()
      return true
    } catch {
      if case MoyaError.statusCode = error { return false }
      Issue.record("\(error)")
      return false
    }
  }

  @Test func `behaviour 140, behaviour 141, behaviour 142, behaviour 143: a range's bounds hold`() {
    #expect(!passes { try response(10).filter(statusCodes: 0...9) })
    #expect(!passes { try response(-1).filter(statusCodes: 0...9) })
    #expect(!passes { try response(10).filter(statusCodes: 0..<10) })
    #expect(!passes { try response(-1).filter(statusCodes: 0..<10) })
    #expect(passes { try response(9).filter(statusCodes: 0..<10) })
  }

  @Test func `behaviour 144, behaviour 145, behaviour 146, behaviour 147: the named filters`() {
    #expect(!passes { try response(404).filterSuccessfulStatusCodes() })
    #expect(passes { try response(200).filterSuccessfulStatusCodes() })
    #expect(!passes { try response(404).filterSuccessfulStatusAndRedirectCodes() })
    #expect(passes { try response(200).filterSuccessfulStatusAndRedirectCodes() })
    #expect(passes { try response(304).filterSuccessfulStatusAndRedirectCodes() })
    #expect(passes { try response(42).filter(statusCode: 42) })
    #expect(!passes { try response(43).filter(statusCode: 42) })
  }

  @Test func `behaviour 63, behaviour 64: empty data is no JSON, unless the caller allows it`() throws {
    #expect { try response("").mapJSON() } throws: { if case MoyaError.jsonMapping = $0 { true } else { false } }
    #expect(try response("").mapJSON(failsOnEmptyData: false) is JSONNull)
  }

  @Test func `behaviour 149: JSON goes round`() throws {
    let object = try response(#"{"title": "Hello", "n": [1, 2.5, true]}"#).mapJSON() as? [String: Any]
    #expect(object?["title"] as? String == "Hello")
    let values = try #require(object?["n"] as? [Any])
    #expect(values[0] as? Int == 1 && values[1] as? Double == 2.5 && values[2] as? Bool == true)
    #expect { try response("Hello, Moya!").mapJSON() } throws: {
      if case MoyaError.jsonMapping = $0 { true } else { false }
    }
  }

  @Test func `behaviour 150: text, text at a key path, and what is no text`() throws {
    #expect(try response("You have the rights to the remains").mapString().hasPrefix("You"))
    #expect(try response(#"{"words_to_live_by": "Be kind"}"#).mapString(atKeyPath: "words_to_live_by") == "Be kind")
    #expect { try Response(statusCode: 200, data: Data([0x11, 0xFF])).mapString() } throws: {
      if case MoyaError.stringMapping = $0 { true } else { false }
    }
  }

  private struct Item: Codable, Equatable {
    let title: String
    let createdAt: Date
  }

  private struct Loose: Codable, Equatable {
    var title: String?
    var n: Int?
  }

  private var isoDecoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }

  @Test func `behaviour 151: a Decodable and an array of them, by the caller's decoder`() throws {
    let text = #"{"title": "Hello", "createdAt": "1995-01-14T12:34:56Z"}"#
    let item = try response(text).map(Item.self, using: isoDecoder)
    #expect(item == Item(title: "Hello", createdAt: Date(timeIntervalSince1970: 790_086_896)))
    #expect(try response("[\(text), \(text)]").map([Item].self, using: isoDecoder) == [item, item])
  }

  @Test func `behaviour 152: empty data may stand for an object or an array of one`() throws {
    #expect(try response("").map(Loose.self, failsOnEmptyData: false) == Loose())
    #expect(try response("").map([Loose].self, failsOnEmptyData: false) == [Loose()])
  }

  @Test func `behaviour 153: a key path leads to an object or an array`() throws {
    let text = #"{"issue": {"title": "a"}, "issues": [{"title": "b"}], "deep": {"er": {"n": 3}}}"#
    #expect(try response(text).map(Loose.self, atKeyPath: "issue") == Loose(title: "a"))
    #expect(try response(text).map([Loose].self, atKeyPath: "issues") == [Loose(title: "b")])
    #expect(try response(text).map(Loose.self, atKeyPath: "deep.er") == Loose(n: 3))
    #expect(try response("").map(Loose.self, atKeyPath: "issue", failsOnEmptyData: false) == Loose())
    #expect(try response("").map([Loose].self, atKeyPath: "issues", failsOnEmptyData: false) == [Loose()])
  }

  @Test func `behaviour 154: a key path leads to a scalar`() throws {
    let text = #"{"count": 1, "isNew": true, "title": "t", "url": "http://h/a"}"#
    #expect(try response(text).map(Int.self, atKeyPath: "count") == 1)
    #expect(try response(text).map(Bool.self, atKeyPath: "isNew"))
    #expect(try response(text).map(String.self, atKeyPath: "title") == "t")
    #expect(try response(text).map(URL.self, atKeyPath: "url").absoluteString == "http://h/a")
  }

  @Test func `behaviour 155: no scalar is taken for another`() {
    func refuses<Value: Decodable>(_ text: String, _ type: Value.Type) -> Bool {
      do {
        _ = try response(text).map(type, atKeyPath: "v")
        return false
      } catch {
        if case MoyaError.objectMapping(is DecodingError, _) = error { return true }
        return false
      }
    }
    #expect(refuses(#"{"v": 1}"#, Bool.self))
    #expect(refuses(#"{"v": "1"}"#, Int.self))
    #expect(refuses(#"{"v": ["a"]}"#, String.self))
    #expect(refuses(#"{"v": "a"}"#, [String].self))
  }

  @Test func `behaviour 156: a decoder's error arrives with the response`() {
    let answer = response("Hello, Moya!")
    #expect { try answer.map(Loose.self) } throws: {
      if case MoyaError.objectMapping(is DecodingError, let response) = $0 { response === answer } else { false }
    }
  }

  @Test func `A missing key path is an error of its own, not the root`() {
    let answer = response(#"{"title": "root"}"#)
    for fails in [true, false] {
      #expect { try answer.map(Loose.self, atKeyPath: "a.b", failsOnEmptyData: fails) } throws: {
        guard case MoyaError.objectMapping(let error, let response) = $0 else { return false }
        return error as? JSONLookupError == .missing("a.b") && response === answer
      }
    }
  }

  @Test func `Responses are equal by status, data and head, whatever was asked`() throws {
    let url = try #require(URL(string: "http://h"))
    let request = URLRequest(url: url)
    #expect(Response(statusCode: 200, data: Data([1]), request: request) == Response(statusCode: 200, data: Data([1])))
    #expect(Response(statusCode: 200, data: Data([1])) != Response(statusCode: 200, data: Data([2])))
    #expect(Response(statusCode: 200, data: Data([1])) != Response(statusCode: 201, data: Data([1])))
    let heads = ["1", "2"].map {
      HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: ["X": $0])
    }
    let answers = heads.map { Response(statusCode: 200, data: Data(), response: $0) }
    #expect(answers[0] != answers[1])
    #expect("\(Response(statusCode: 200, data: Data(count: 43)))" == "Status Code: 200, Data Length: 43")
  }
}
