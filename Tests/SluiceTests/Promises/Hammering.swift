import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Sees whether commits come in order, without a gap, never two at a time.
///
/// Its fields are guarded by nothing but the store's promise, so that thread sanitizer checks it.
final class OrderProbe: Interceptor, @unchecked Sendable {
  // `@unchecked`: see above.
  private var last: (number: Int, state: Counting)?
  private var isBusy = false
  private(set) var faults: [String] = []
  private(set) var count = 0
  var interests: InterceptorInterests { .oldState }

  func committed(_ commit: Commit<Counting>) {
    if isBusy { note("two at a time at \(commit.number)") }
    isBusy = true
    if let last {
      if commit.number != last.number + 1 { note("\(commit.number) after \(last.number)") }
      if commit.oldState != last.state { note("another old state at \(commit.number)") }
    }
    last = (commit.number, commit.newState)
    count += 1
    isBusy = false
  }

  private func note(_ fault: String) {
    if faults.count < 10 { faults.append(fault) }
  }
}

/// Checks that a sink receives each value once, in order, never two at a time.
///
/// Guarded by nothing but the store's promise, too.
final class SinkProbe: @unchecked Sendable {
  // `@unchecked`: see above.
  private(set) var values = 0
  private(set) var last = -1
  private(set) var faults: [String] = []
  private var isBusy = false

  func receive(_ value: Int) {
    if isBusy { note("two at a time at \(value)") }
    isBusy = true
    if last >= 0, value != last + 1 { note("\(value) after \(last)") }
    values += 1
    last = value
    isBusy = false
  }

  private func note(_ fault: String) {
    if faults.count < 10 { faults.append(fault) }
  }
}

/// Is registered and unregistered while others dispatch.
struct PassingInterceptor: Interceptor {
  let probe: OrderProbe
  var interests: InterceptorInterests { .oldState }

  func committed(_ commit: Commit<Counting>) { probe.committed(commit) }
}

enum Hammering {
  struct Report: Sendable {
    var state = Counting()
    var faults: [String] = []
    /// How many observers came and went.
    var passing = 0
  }

  /// Dispatches from many threads, while observers of all kinds watch and others come and go.
  static func run(threads: Int, dispatches: Int) async throws -> Report {
    let store = Store.counting()
    // The queue may well grow long here.
    store.onDiagnostic = { _ in }
    let total = threads * dispatches
    let order = OrderProbe()
    store.register(interceptor: order)
    let sinks = (0..<3).map { _ in SinkProbe() }
    let tokens = sinks.map { sink in store.select(countSelector).sink { sink.receive($0) } }
    // Effects are notified last: when this one has seen the last action, all have seen it.
    let delivered = Shared(0)
    let end = Log<Int>()
    store.register(
      effect: .map(Increment.self) { _ in
        let count = delivered.change { count in
          count += 1
          return count
        }
        if count == total { end.append(count) }
        return nil
      }
    )

    let isOver = Shared(false)
    let passing = Shared<[Passing]>([])
    await Threads.run(threads + 2) { index in
      if index < threads {
        for _ in 0..<dispatches { store.dispatch(action: Increment()) }
        if index == 0 { isOver.value = true }
      } else {
        // Once at least, however late this thread begins.
        repeat {
          let observers = Passing()
          observers.comeAndGo(store)
          passing.change { $0.append(observers) }
        } while !isOver.value
      }
    }
    try await end.wait(for: total)
    for token in tokens { token.cancel() }

    var report = Report(state: store.state, faults: order.faults, passing: passing.value.count)
    if order.count != total { report.faults.append("the interceptor saw \(order.count)") }
    for sink in sinks {
      report.faults += sink.faults
      if sink.last != total { report.faults.append("a sink ended at \(sink.last)") }
      if sink.values != total + 1 { report.faults.append("a sink saw \(sink.values)") }
    }
    for observers in passing.value { report.faults += observers.faults }
    return report
  }
}

/// Observers that come and go while others dispatch.
final class Passing: Sendable {
  private struct PassingInterceptor: Interceptor {
    let probe: OrderProbe
    var interests: InterceptorInterests { .oldState }

    func committed(_ commit: Commit<Counting>) { probe.committed(commit) }
  }

  private let sink = SinkProbe()
  private let order = OrderProbe()

  var faults: [String] { sink.faults + order.faults }

  func comeAndGo(_ store: Store<Counting, Void>) {
    let token = store.select(countSelector).sink { [sink] in sink.receive($0) }
    let interceptor = store.register(interceptor: PassingInterceptor(probe: order))
    let effect = store.register(effect: .map(Increment.self) { _ in nil })
    let reducer = Reducer<Counting>(ReduceOn(Unhandled.self) { _, _ in })
    store.register(reducer: reducer)
    _ = store.selectCurrent(otherSelector)
    store.unregister(reducer: reducer)
    effect.unregister()
    interceptor.unregister()
    token.cancel()
  }
}
