import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Peers that send what is no record, at a hub that waits for hello as long as a test may take.
@Suite(.inTurn)
struct GarbageTests {
  static let garbage: [(name: String, bytes: [UInt8], problem: String)] = [
    ("garbage", Array("GET / HTTP/1.1\r\n".utf8), "“G” is not expected here"),
    ("invalid UTF-8", Array("\"\u{0}".utf8) + [0xC3, 0x28, 0xFF, 0x0A], "damaged at byte"),
    ("an array", Array("[1,2,3]\n".utf8), "JSON but not an object"),
    ("deep nesting", [UInt8](repeating: 0x5B, count: 50_000) + [0x0A], "lie within each other"),
  ]

  @Test(arguments: garbage.indices)
  func `garbage is answered with an error while another program continues`(index: Int) throws {
    let (_, bytes, problem) = Self.garbage[index]
    let hub = try TurnedHub()
    let good = try hub.program()
    try good.send(.hello("Good"), .state(0, 1))
    try hub.turn { $0 == .record(label: "Good", instance: "a", .state(0, 1)) }

    let bad = try hub.program()
    try bad.send(bytes: bytes)
    try hub.turn { event in
      if case .problem(nil, let message) = event { message.contains(problem) } else { false }
    }
    guard case .error(let failure) = try bad.next() else {
      Issue.record("The hub did not answer with an error.")
      return
    }
    #expect(failure.message.contains(problem))
    // The bad one, too, may say hello after all.
    try bad.send(.hello("Late", instance: "b"))
    try hub.turn { $0.label == "Late" }

    try good.send(.commit(1))
    try hub.turn { $0 == .record(label: "Good", instance: "a", .commit(1)) }
  }
}
