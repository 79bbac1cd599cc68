import Sluice
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct WatchingTests {
  private static func past(_ instance: String, serial: Int, isConnected: Bool = true) -> Past {
    let hello = WireRecord.Hello(instance: instance, name: instance, processID: 1)
    var past = Past(serial: serial, label: instance, hello)
    _ = past.take(.state(.init(number: 0, state: ["n": 0])))
    if !isConnected { past.end(gone: serial) }
    return past
  }

  @Test func `what is let go of goes, but for the one that is shown`() {
    var watching = Watching()
    let pasts = ["a", "b", "c"].enumerated().map { Self.past($1, serial: $0) }
    let first = watching.take(pasts)
    #expect(!first)
    #expect(watching.chosenInstance == "a")
    let second = watching.take([pasts[2]])
    #expect(!second)
    #expect(watching.programs.map(\.label) == ["a", "c"])
    #expect(watching.programs[0].past.history.lastNumber == 0)
  }

  @Test func `a program that has ended is shown if there is no other, and takes no place`() {
    var watching = Watching()
    let old = Self.past("old", serial: 1, isConnected: false)
    let third = watching.take([old])
    #expect(!third)
    #expect(watching.chosenInstance == "old")
    let other = Self.past("other", serial: 2, isConnected: false)
    let fourth = watching.take([old, other])
    #expect(!fourth)
    #expect(watching.chosenInstance == "old")
    #expect(watching.programs.map(\.isConnected) == [false, false])
  }

  @Test func `a program that ended before anything was known of it is not connected`() {
    var watching = Watching()
    let hello = WireRecord.Hello(instance: "a", name: "a", processID: 1)
    _ = watching.take([Past(serial: 1, label: "a", hello)])
    #expect(watching.chosen?.isConnected == true)
    _ = watching.take([])
    #expect(watching.chosen?.isConnected == false)
    watching.programs[0].pause()
    // Another of its name takes the place.
    let next = WireRecord.Hello(instance: "b", name: "a", processID: 2)
    let isReplaced = watching.take([Past(serial: 3, label: "a", next)])
    #expect(isReplaced)
  }
}
