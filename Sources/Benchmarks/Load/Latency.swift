import Foundation
import Sluice
import SluiceMonitor

/// How long dispatches take while the Explorer that watches does not do its part.
struct Latency {
  enum Explorer: String, CaseIterable {
    case none = "no interceptor"
    case watching = "an Explorer that watches"
    case slow = "an Explorer whose output nobody reads"
    case stopped = "an Explorer that is stopped"
    case killed = "an Explorer that is killed meanwhile"
  }

  /// The 99th percentile of so many dispatches, in nanoseconds: the median of rounds, because what
  /// else the machine does can only add to some of them.
  static func percentile99(_ explorer: Explorer, rounds: Int = 15) throws -> Double {
    let store = Store(initialState: TodoList(10), reducers: [.toggling])
    var child: ExplorerChild?
    var printed: PrintedState?
    if explorer != .none {
      let started = try ExplorerChild()
      child = started
      // Else the Explorer soon waits for somebody to read what it prints.
      if explorer != .slow { printed = PrintedState(reading: started.printed) }
      let interceptor = ExplorerInterceptor<TodoList>(endpoint: started.address, enabled: true)
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
