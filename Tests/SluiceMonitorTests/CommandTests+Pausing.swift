import Sluice
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

extension CommandTests {
  @Test func `a paused program sends no commits, and their number when it resumes`() throws {
    let watched = try Watched()
    watched.store.dispatch(action: Rename(name: "1"))
    try watched.peer.send(.pause(.init(request: 1)))
    let records = try watched.peer.records { if case .state = $0 { true } else { false } }
    #expect(records.last == .state(.init(number: 1, state: try tree(withheld: "1"), reply: 1)))
    for number in 2...50 { watched.store.dispatch(action: Rename(name: "\(number)")) }
    try watched.peer.send(.resume(.init(request: 2)))
    #expect(try watched.peer.next() == .dropped(.init(count: 49, from: 2, to: 50, reason: .pause)))
    #expect(try watched.peer.state() == .init(number: 50, state: tree(withheld: "50"), reply: 2))
    watched.store.dispatch(action: Rename(name: "51"))
    #expect(try watched.peer.commit().changes == [.set(["name"], old: "50", new: "51")])
  }

  @Test func `a command is answered during a pause, for all that happened before it`() throws {
    let watched = try Watched()
    try watched.peer.send(.pause(.init(request: 1)))
    #expect(try watched.peer.state().reply == 1)
    for number in 1...5 { watched.store.dispatch(action: Rename(name: "\(number)")) }
    try watched.dispatch(2, "Rename", ["name": "Ada"])
    let commit = try watched.peer.commit()
    #expect(commit.reply == 2)
    #expect(commit.number == 6)
    #expect(commit.count == 6)
    #expect(commit.changes == [.set(["name"], old: "Bo", new: "Ada")])
    #expect(watched.hello.capabilities.contains(.pause))
  }

  @Test func `a sender that doesn't read its answers is refused further ones`() throws {
    let long = String(repeating: "x", count: 1 << 17)
    let watched = try Watched(Account(name: long), limits: ExplorerLimits(encodedBytes: 1 << 19))
    for request in 1...300 { try watched.peer.send(.snapshot(.init(request: request))) }
    var states = 0
    var refusals = 0
    while states + refusals < 300 {
      switch try watched.peer.next() {
      case .state: states += 1
      case .error: refusals += 1
      default: throw TestFailure("Something else came.")
      }
    }
    #expect(states >= 30)
    #expect(refusals > 0)
  }

  private func tree(withheld name: String) throws -> Tree {
    ["name": .string(name), "password": .redacted, "members": []]
  }
}
