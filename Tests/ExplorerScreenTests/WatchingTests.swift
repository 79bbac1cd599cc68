import Sluice
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct WatchingTests {
  private static func program(_ instance: String, commits: ClosedRange<Int>) -> [HubEvent] {
    let hello = WireRecord.Hello(instance: instance, name: instance, processID: 1)
    var events = [HubEvent.connected(label: instance, hello)]
    if commits.lowerBound == 1 {
      events.append(ScreenFixture.record(.state(.init(number: 0, state: ["text": ""])), hello))
    }
    for number in commits {
      let text = String(repeating: "x", count: 1_000) + "\(number)"
      let commit = WireRecord.Commit(
        number: number,
        time: Int64(number),
        action: .init(type: "Write"),
        changes: [.set(["text"], old: nil, new: .string(text))]
      )
      events.append(ScreenFixture.record(.commit(commit), hello))
    }
    return events
  }

  private static func byteCount(_ watching: Watching) -> Int {
    watching.programs.reduce(0) { $0 + $1.history.byteCount }
  }

  @Test func `all programs together are held within the bytes, and those that are gone go first`() {
    var watching = Watching()
    // A state every 64 commits, so that there is something that can go.
    watching.limits = History.Limits(commits: 1_000, bytes: 1_000_000)
    for instance in ["a", "b", "c"] {
      _ = watching.take(Self.program(instance, commits: 1...150), at: nil)
      #expect(Self.byteCount(watching) <= 1_000_000)
    }
    #expect(watching.chosenInstance == "a")
    for instance in ["a", "b"] {
      _ = watching.take(
        [.disconnected(label: instance, instance: instance, .cutOff)],
        at: nil
      )
    }
    _ = watching.take(Self.program("c", commits: 151...400), at: nil)
    #expect(Self.byteCount(watching) <= 1_000_000)
    // The one that is shown stays.
    #expect(watching.programs.map(\.label) == ["a", "c"])
    #expect(watching.programs[1].history.lastNumber == 400)
    #expect(watching.programs[1].past.rows.last?.number == 400)
  }
}
