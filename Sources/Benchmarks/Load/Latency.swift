import Foundation
import Sluice
import SluiceMonitor

/// The duration of dispatches while the connected Explorer doesn't read.
struct Latency {
  enum Explorer: String, CaseIterable {
    case none = "no interceptor"
    case watching = "an Explorer that watches"
    case slow = "an Explorer whose output nobody reads"
    case stopped = "an Explorer that is stopped"
    case killed = "an Explorer that is killed meanwhile"
  }

  /// The 99th percentile of dispatches, in nanoseconds: the median of rounds, because other load
  /// only slows down some of them.
  static func percentile99(_ explorer: Explorer, rounds: Int = 15) throws -> Double {
    let store = Store(initialState: TodoList(10), reducers: [.toggling])
    var child: ExplorerChild?
    var printed: PrintedState?
    if explorer != .none {
      let started = try ExplorerChild()
      child = started
      // Otherwise the Explorer soon blocks until its output is read.
      if explorer != .slow { printed = PrintedState(reading: started.printed) }
      let interceptor = ExplorerInterceptor<TodoList>(endpoint: started.address) {
        $0.isEnabled = true
      }
      store.register(interceptor: interceptor)
      try interceptor.waitForConnection()
    }
    if explorer == .stopped { child?.send(SIGSTOP) }
    var percentiles: [Double] = []
    for round in 0..<rounds {
      if explorer == .killed, round == 1 { child?.send(SIGKILL) }
      percentiles.append(measure(store))
    }
    child?.send(SIGKILL)
    _ = try printed?.finish()
    return percentiles.sorted()[rounds / 2]
  }

  private static func measure(_ store: Store<TodoList, Void>) -> Double {
    let clock = ContinuousClock()
    let count = 20_000
    var times: [Duration] = []
    times.reserveCapacity(count)
    for number in 0..<count {
      times.append(clock.measure { store.dispatch(action: Toggle(index: number % 10)) })
    }
    return times.sorted()[count * 99 / 100] / .nanoseconds(1)
  }
}
