import Foundation
import Sluice
import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

extension CommandTests {
  @Test func `actions are reduced again without some, and start no effect`() throws {
    let ran = Flag()
    let watched = try Watched { store in
      store.register(
        effect: Effect<Void>.on(StateRestored.self) { _, _ -> Void in ran.set() },
        id: "restored"
      )
    }
    #expect(watched.hello.capabilities.contains(.restoreWithout))
    for name in ["Ada", "Cy", "Di"] { watched.store.dispatch(action: Rename(name: name)) }
    _ = try watched.peer.records(throughCommit: 3)
    try watched.peer.send(.restore(.init(request: 9, to: .without([3]))))
    let commit = try watched.peer.commit()
    #expect(commit.number == 4)
    #expect(commit.reply == 9)
    #expect(commit.changes == [.set(["name"], old: "Di", new: "Cy")])
    #expect(commit.action.type == "StateRestored")
    #expect(commit.action.payload?[["reason", "without"]] == [3])
    // The list is complete.
    try watched.peer.send(.restore(.init(request: 10, to: .without([1, 2]))))
    #expect(try watched.peer.commit().reply == 10)
    #expect(watched.store.state.name == "Di")
    // What the program does in the meantime is reduced again, too.
    watched.store.dispatch(action: Rename(name: "Eve"))
    _ = try watched.peer.commit()
    try watched.peer.send(.restore(.init(request: 11, to: .without([3]))))
    #expect(try watched.peer.commit().reply == 11)
    #expect(watched.store.state.name == "Eve")
    #expect(!ran.isSet)
  }

  @Test func `an action that is no longer held is refused, with the earliest one that is`() throws {
    let watched = try Watched(limits: ExplorerLimits(recordedActions: 2))
    for number in 1...6 { watched.store.dispatch(action: Rename(name: "\(number)")) }
    _ = try watched.peer.records(throughCommit: 6)
    try watched.peer.send(.restore(.init(request: 1, to: .without([6, 2]))))
    let refusal = try watched.refusal()
    #expect(refusal.reply == 1)
    #expect(
      refusal.message
        == "Commit 2 can't be left out: the actions are recorded from commit 5 on. Leave out commits"
        + " from 5 to 6."
    )
    #expect(watched.store.state.name == "6")
  }

  @Test func `a state before the record is restored without what is left out`() throws {
    let watched = try Watched()
    for name in ["Ada", "Cy"] { watched.store.dispatch(action: Rename(name: name)) }
    _ = try watched.peer.records(throughCommit: 2)
    try watched.peer.send(.restore(.init(request: 1, to: .number(1))))
    _ = try watched.peer.commit()
    #expect(watched.store.state.name == "Ada")
    try watched.peer.send(.restore(.init(request: 2, to: .without([1]))))
    _ = try watched.peer.commit()
    #expect(watched.store.state.name == "Bo")
  }

  @Test func `without permission to restore, nothing can be left out either`() throws {
    let watched = try Watched(allowsRestore: false)
    #expect(!watched.hello.capabilities.contains(.restoreWithout))
    watched.store.dispatch(action: Rename(name: "Ada"))
    _ = try watched.peer.commit()
    try watched.peer.send(.restore(.init(request: 1, to: .without([1]))))
    #expect(
      try watched.refusal()
        == .init(message: CommandRefusal.restoringNotAllowed.description, reply: 1)
    )
  }

  @Test func `the record starts over at a state that was restored from a text`() throws {
    let watched = try Watched()
    watched.store.dispatch(action: Rename(name: "Ada"))
    _ = try watched.peer.commit()
    let state: Tree = ["name": "Text", "password": .redacted, "members": []]
    try watched.peer.send(.restore(.init(request: 1, to: .state(state))))
    _ = try watched.peer.commit()
    try watched.peer.send(.restore(.init(request: 2, to: .without([1]))))
    let refusal = CommandRefusal.notRecorded(ReplayRefusal(commit: 1, available: nil))
    #expect(try watched.refusal() == .init(message: refusal.description, reply: 2))
  }

  @Test func `what is recorded is released when the Explorer disconnects`() throws {
    final class Witness: Sendable {
      let onDeinit: @Sendable () -> Void

      init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }

      deinit { onDeinit() }
    }
    struct Hold: Action { let witness: Witness }
    let released = DispatchSemaphore(value: 0)
    let hub = try TestHub()
    let store = Store(initialState: Account())
    store.register(
      interceptor: ExplorerInterceptor(endpoint: hub.address) { $0.allowsRestore = true }
    )
    var peer: TestPeer? = try hub.accept()
    _ = try peer?.hello()
    _ = try peer?.state()
    store.dispatch(action: Hold(witness: Witness { released.signal() }))
    store.dispatch(action: Rename(name: "Ada"))
    _ = try peer?.records(throughCommit: 2)
    #expect(released.wait(timeout: .now()) == .timedOut)
    hub.stop()
    peer = nil
    #expect(released.wait(timeout: .now() + 60) == .success)
  }
}
