import SluiceSocket
import TestSupport
import Testing

@Suite(.inTurn)
struct PathFactsTests {
  @Test(arguments: ["/nowhere", "/nowhere/at/all", "/dev/null/x"])
  func `nothing is at a path that leads nowhere`(path: String) throws {
    #expect(try PathFacts(at: path) == nil)
  }

  @Test func `what can't be looked at isn't taken for absent`() {
    let path = "/" + String(repeating: "x", count: 300)
    #expect(throws: SocketError.self) { try PathFacts(at: path) }
  }
}
