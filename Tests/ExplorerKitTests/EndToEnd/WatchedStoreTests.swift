import Foundation
import Sluice
import SluiceMonitor
import TestSupport
import Testing

@testable import ExplorerKit

/// A store in this process, watched by the Explorer as a process.
@Suite(.inTurn)
struct WatchedStoreTests {
  @Test func `the lines of a store equal the golden text`() async throws {
    let socket = try TestSocket()
    let explorer = try await socket.explorer()
    var list: WatchedList? = WatchedList(at: socket)
    try await explorer.line(containing: "    0 ")
    list?.store.dispatch(action: AddItem(title: "Milk\u{202E}"))
    list?.store.dispatch(action: AddItem(title: "Bread"), note: "from a test")
    list?.store.dispatch(action: WatchedList.rename(payload: "Ada"))
    list?.store.dispatch(action: Tick.done(index: 1))
    list?.store.dispatch(action: Save())
    try await explorer.line(containing: "failed after")
    list = nil
    try await explorer.line(containing: "disconnected")
    try GoldenText.expect(
      explorer.seen.map { GoldenText.normalized($0).withoutMeasurements },
      matches: "store.txt"
    )
  }

  @Test func `an Explorer that is killed and started again continues with a fresh state`()
    async throws
  {
    let socket = try TestSocket()
    let list = WatchedList(at: socket)
    for round in 1...3 {
      let explorer = try await socket.explorer()
      try await explorer.line(containing: "connected")
      // The state as it is now, without asking for it.
      let titles = (1..<round).map { "{title: \"Round \($0)\", isDone: false}" }
      try await explorer.line(containing: "items: [\(titles.joined(separator: ", "))]")
      list.store.dispatch(action: AddItem(title: "Round \(round)"))
      try await explorer.line(containing: "+ items[\(round - 1)]: {title: \"Round \(round)\"")
      explorer.send(signal: SIGKILL)
      #expect(try await explorer.exitCode() == 128 + SIGKILL)
    }
    #expect(list.store.state.items.count == 3)
  }

  @Test func `a dispatch takes at most twice as long when the Explorer is killed`()
    async throws
  {
    let socket = try TestSocket()
    let explorer = try await socket.explorer()
    let list = WatchedList(at: socket)
    try await explorer.line(containing: "connected")
    let usual = list.usualDuration()
    explorer.send(signal: SIGKILL)
    let atTheKill = list.usualDuration()
    #expect(try await explorer.exitCode() == 128 + SIGKILL)
    let later = list.usualDuration()
    #expect(atTheKill <= usual * 2 + .microseconds(5))
    #expect(later <= usual * 2 + .microseconds(5))
  }

  @Test func `dispatching continues while the Explorer is stopped`() async throws {
    let socket = try TestSocket()
    let explorer = try await socket.explorer()
    let list = WatchedList(at: socket)
    try await explorer.line(containing: "connected")
    explorer.send(signal: SIGSTOP)
    for number in 1...5_000 {
      list.store.dispatch(action: WatchedList.rename(payload: "\(number)"))
    }
    explorer.send(signal: SIGCONT)
    // Whatever was dropped on the way, it ends with the last state.
    try await explorer.line(containing: "\"5000\"")
    #expect(!explorer.seen.contains { $0.contains("did not say why") || $0.contains("do not fit") })
  }
}

extension WatchedList {
  /// The 99th percentile of a dispatch's duration: the least of five rounds', because what else the
  /// machine does can only add to it.
  fileprivate func usualDuration() -> Duration {
    let clock = ContinuousClock()
    let rounds = (1...5).map { _ in
      (1...1_000).map { number in
        clock.measure { store.dispatch(action: Self.rename(payload: "\(number)")) }
      }.sorted()[500]
    }
    return rounds.min() ?? .zero
  }
}

extension String {
  /// Without what differs from run to run.
  fileprivate var withoutMeasurements: String {
    replacing(#/process \d+/#, with: "process 1")
      .replacing(#/after \d+(\.\d+)? [nµm]?s/#, with: "after 1 ms")
      .replacing(#/, reduced in .*/#, with: "")
      .replacing(#/\.swift:\d+/#, with: ".swift:1")
  }
}
