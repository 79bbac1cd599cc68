import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Checks that numbers come each once, in order, never two at a time.
///
/// Its fields are guarded by nothing but the store's promise, so that thread sanitizer checks it.
final class OrderProbe: @unchecked Sendable {
  // `@unchecked`: see above.
  private(set) var count = 0
  private(set) var last: Int?
  private(set) var faults: [String] = []
  private(set) var state: Counting?
  private var isBusy = false

  /// Receives the number of a commit and its states, or only a value.
  func receive(_ number: Int, from oldState: Counting? = nil, to newState: Counting? = nil) {
    if isBusy { note("two at a time at \(number)") }
    isBusy = true
    if let last, number != last + 1 { note("\(number) after \(last)") }
    if let state, oldState != state { note("another old state at \(number)") }
    count += 1
    last = number
    state = newState
    isBusy = false
  }

  private func note(_ fault: String) {
    if faults.count < 10 { faults.append(fault) }
  }

  /// An interceptor that passes commits on to it.
  func interceptor() -> CommitProbe<Counting> {
    CommitProbe { self.receive($0.number, from: $0.oldState, to: $0.newState) }
  }
}

enum Hammering {
  /// Dispatches from many threads, while observers of all kinds watch and others come and go.
  ///
  /// - Returns: What was wrong.
  static func faults(threads: Int, dispatches: Int) async throws -> [String] {
    let store = Store.counting()
    // The queue may well grow long here.
    store.onDiagnostic = { _ in }
    let total = threads * dispatches
    let order = OrderProbe()
    store.register(interceptor: order.interceptor())
    let sinks = (0..<3).map { _ in OrderProbe() }
    let tokens = sinks.map { sink in store.select(countSelector).sink { sink.receive($0) } }
    // Effects are notified last: when this one has seen the last action, all have seen it.
    let delivered = Log<Bool>()
    store.register(effect: .seeing(Increment.self) { _ in delivered.append(true) })

    let isOver = Shared(false)
    let passing = Shared<[OrderProbe]>([])
    await Threads.run(threads + 2) { index in
      if index < threads {
        for _ in 0..<dispatches { store.dispatch(action: Increment()) }
        if index == 0 { isOver.value = true }
      } else {
        // Once at least, however late this thread begins.
        repeat {
          let probes = comeAndGo(store)
          passing.change { $0 += probes }
        } while !isOver.value
      }
    }
    try await delivered.wait(forCount: total)
    for token in tokens { token.cancel() }

    var faults = ([order] + sinks + passing.value).flatMap(\.faults)
    if store.state.count != total { faults.append("the state is \(store.state)") }
    if order.count != total { faults.append("the interceptor saw \(order.count)") }
    for sink in sinks where sink.last != total || sink.count != total + 1 {
      faults.append("a sink saw \(sink.count), up to \(sink.last ?? 0)")
    }
    if passing.value.isEmpty { faults.append("no observers came and went") }
    return faults
  }

  /// Lets observers come and go while others dispatch; returns what they received.
  private static func comeAndGo(_ store: Store<Counting, Void>) -> [OrderProbe] {
    let (sink, order) = (OrderProbe(), OrderProbe())
    let token = store.select(countSelector).sink { sink.receive($0) }
    _ = store.select(otherSelector).sink { _ in }
    let interceptor = store.register(interceptor: order.interceptor())
    let effect = store.register(effect: .on(Increment.self).map { _, _ in nil })
    let reducer = Reducer<Counting>(ReduceOn(Unhandled.self) { _, _ in })
    store.register(reducer: reducer)
    _ = store.selectCurrent(otherSelector)
    store.unregister(reducer: reducer)
    effect.unregister()
    interceptor.unregister()
    token.cancel()
    token.cancel()
    return [sink, order]
  }
}
