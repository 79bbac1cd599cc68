import Sluice
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

/// Measured in a process of its own, because other tests allocate memory too.
@Suite(.inTurn, .unsanitized, .serialized)
struct WatchingMemoryTests {
  @Test func `printing commits keeps nothing of them`() async {
    await #expect(processExitsWith: .success) {
      let store = makeShapes()
      store.register(interceptor: PrintInterceptor { _ in })
      try requireNoGrowth(of: "PrintInterceptor", over: 10, limit: 2 << 20) { store.countUp() }
    }
  }

  @Test func `sending commits keeps nothing of them`() async {
    await #expect(processExitsWith: .success) {
      let watched = try Watched(makeShapes())
      let peer = try watched.hub.accept()
      _ = try peer.hello()
      var received = 0
      try requireNoGrowth(of: "wire", over: 10, limit: 2 << 20) {
        watched.store.countUp()
        while received < watched.store.state.count {
          if case .commit(let commit)? = try peer.next(recorded: false) { received = commit.number }
        }
      }
    }
  }

  @Test func `recording commits to a file keeps nothing of them`() async {
    await #expect(processExitsWith: .success) {
      let recording = RecordedStore(makeShapes()) { $0.overflow = .wait(upTo: patience) }
      try requireNoGrowth(of: "file", over: 10, limit: 2 << 20) {
        recording.store.countUp()
        try #require(recording.interceptor.flush(timeout: patience) == 0)
      }
    }
  }
}

private struct CountUp: EncodableAction {
  var payload = Payload.inside(.labelled(width: 1, name: "one"))
}

private func makeShapes() -> Store<EveryShape, Void> {
  Store(
    initialState: EveryShape(),
    reducers: [Reducer(ReduceOn(CountUp.self) { state, _ in state.count += 1 })]
  )
}

extension Store<EveryShape, Void> {
  /// Makes sixty commits.
  fileprivate func countUp() {
    for _ in 0..<60 { dispatch(action: CountUp()) }
  }
}
