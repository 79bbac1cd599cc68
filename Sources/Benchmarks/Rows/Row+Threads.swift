import Foundation
import Sluice

extension Row {
  /// Several threads dispatch to one store; the ratio is that of throughputs.
  static var threads: [Row] {
    [1, 2, 4, 8].map { threads in
      Row(
        "\(threads) \(threads == 1 ? "thread" : "threads") dispatching, nobody watching",
        against: Baseline(name: "1 thread", isThroughput: true) { dispatching(threads: 1) },
        goal: threads == 8 ? .throughput(atLeast: 0.5) : nil,
        by: .wall
      ) { dispatching(threads: threads) }
    }
      + [1, 2, 4, 8].map { threads in
        Row(
          "\(threads) \(threads == 1 ? "thread" : "threads") dispatching, one interceptor",
          against: Baseline(name: "1 thread", isThroughput: true) { watched(threads: 1) },
          goal: threads == 8 ? .throughput(atLeast: 0.3) : nil,
          by: .wall
        ) { watched(threads: threads) }
      }
  }

  private static func dispatching(threads: Int) -> Subject {
    let store = Store.counting()
    return Subject { count in
      share(count, among: threads) { store.increment($0) }
    } check: {
      try expect("count", store.count, is: $0)
    }
  }

  private static func watched(threads: Int) -> Subject {
    let store = Store.counting()
    let onlooker = Onlooker<Counter>(.oldState)
    store.register(interceptor: onlooker)
    store.onDiagnostic = { _ in }
    return Subject { count in
      let expected = onlooker.commits.count + count
      share(count, among: threads) { store.increment($0) }
      // A task may deliver the rest of the queue.
      while onlooker.commits.count < expected { await Task.yield() }
    } check: { operations in
      try expect("count", store.count, is: operations)
      try expect("commits", onlooker.commits.count, is: operations)
      try expect("gaps", onlooker.gaps.count, is: 0)
    }
  }

  /// Divides `count` operations among threads, and waits for them.
  static func share(
    _ count: Int,
    among threads: Int,
    _ operate: @escaping @Sendable (_ share: Int) -> Void
  ) {
    let group = DispatchGroup()
    for thread in 0..<threads {
      group.enter()
      Thread.detachNewThread {
        let share = count / threads + (thread < count % threads ? 1 : 0)
        operate(share)
        group.leave()
      }
    }
    group.wait()
  }
}
