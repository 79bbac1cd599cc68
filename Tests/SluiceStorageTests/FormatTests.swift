import Foundation
import TestSupport
import Testing

@testable import SluiceStorage

@Suite(.inTurn) struct FormatTests {
  private static let text = """
     {"sluice.saved" : 1, "a\\u0041" :
    {"version":3,"value":{"text":"}]\\"{\\\\","list":[1,[-2.5e3,null],{"":true}]}} ,
    "b":[] }

    """

  private static func members(_ text: some Sequence<UInt8>) -> [String]? {
    JSONMembers(Array(text)[...])?.all.map {
      "\($0.name)=\(String(decoding: $0.value, as: UTF8.self))"
    }
  }

  @Test func `members are found as they are written`() throws {
    #expect(
      Self.members(Self.text.utf8) == [
        "sluice.saved=1",
        #"aA={"version":3,"value":{"text":"}]\"{\\","list":[1,[-2.5e3,null],{"":true}]}}"#,
        "b=[]",
      ]
    )
    #expect(Self.members(" {} ".utf8) == [])
  }

  @Test func `a text that ends early is no object`() {
    let bytes = Array(Self.text.utf8)
    let end = bytes.lastIndex(of: UInt8(ascii: "}")) ?? 0
    for count in 0...end { #expect(Self.members(bytes[..<count]) == nil, "\(count) bytes") }
  }

  @Test(arguments: [
    "", "1", "[]", "{", "{}x", "{}{}", "{1:2}", #"{"a":1 "b":2}"#, #"{"a":}"#, #"{"a"}"#,
    #"{"a":1,}"#,
    #"{"a":1]}"#, #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, #"{"a\": 1}"#, #"{"a":,"b":1}"#,
  ])
  func `what is no object has no members`(text: String) {
    #expect(Self.members(text.utf8) == nil)
  }

  @Test func `a document is read as it was written`() throws {
    var document = SavedDocument()
    document.set("a “b” \\ c", version: 7, Array(#"{"x":[1,2]}"#.utf8))
    document.set("d", version: 1, Array("1".utf8))
    document.set("d", version: 2, Array("true".utf8))
    let read = try #require(SavedDocument(document.bytes))
    #expect(read.names == ["a “b” \\ c", "d"])
    #expect(read.slice("d")?.version == 2)
    #expect(read.slice("d").map { Array($0.value) } == Array("true".utf8))
    #expect(read.bytes == document.bytes)
  }

  @Test(arguments: [
    #"{"value":1}"#, #"{"version":"1","value":1}"#, #"{"version":1.5,"value":1}"#,
    #"{"version":1}"#, "1",
  ])
  func `what lacks a version or a value is no slice`(text: String) throws {
    let document = try #require(SavedDocument(Array(#"{"sluice.saved":1,"a":\#(text)}"#.utf8)))
    #expect(document.has("a"))
    #expect(document.slice("a")?.version == nil)
  }

  @Test func `a pace writes after the quiet time, at the latest after the longest`() {
    func at(_ milliseconds: Int) -> Duration { .milliseconds(milliseconds) }
    var pace = WritePace(quietTime: .milliseconds(100), longest: .milliseconds(250))
    #expect(pace.changed(at: at(0)) == true)
    #expect(pace.next() == at(100))
    #expect(pace.changed(at: at(90)) == false)
    #expect(pace.next() == at(190))
    #expect(pace.changed(at: at(180)) == false)
    #expect(pace.next() == at(250))
    pace.begin()
    #expect(pace.changed(at: at(260)) == false)
    #expect(pace.next() == at(360))
    pace.begin()
    // Nothing has changed since: the next change starts a task.
    #expect(pace.next() == nil)
    #expect(pace.changed(at: at(400)) == true)
    pace.begin()
    pace.failed(at: at(500))
    #expect(pace.next() == at(750))
    #expect(pace.changed(at: at(510)) == false)
    #expect(pace.next() == at(750))
    pace.end()
    #expect(pace.changed(at: at(520)) == true)
  }
}
