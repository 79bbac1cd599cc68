import Foundation
import Sluice
import SluiceMonitor
import SluiceTree
import SluiceWire
import Testing

@Suite(.serialized)
struct StreamTests {
  @Test
  func `hello, the state and then each commit with its changes`() throws {
    let hub = try TestHub()
    let store = makeStore()
    store.register(
      interceptor: ExplorerInterceptor(name: "Todo", storeName: "main", endpoint: hub.address)
    )
    let peer = try hub.accept()
    let hello = try peer.hello()
    #expect(hello.name == "Todo")
    #expect(hello.store == "main")
    #expect(hello.stateType == "Counter")
    #expect(hello.role == .program)
    #expect(hello.lastCommit == 0)
    let state = try peer.state()
    #expect(state.number == 0)
    #expect(try state.state == tree(Counter()))

    store.dispatch(action: Add(amount: 2))
    let commit = try peer.commit()
    #expect(commit.number == 1)
    #expect(commit.count == 1)
    #expect(commit.action == .init(type: "Add", payload: ["amount": 2]))
    #expect(commit.changes == [.set(["count"], old: 0, new: 2)])
    #expect(commit.origin?.file == "SluiceMonitorTests/StreamTests.swift")
    #expect(commit.reducing != nil)
    #expect(abs(commit.time - Int64(Date().timeIntervalSince1970 * 1e6)) < 60_000_000)
  }
}
