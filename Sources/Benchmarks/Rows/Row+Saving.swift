import Foundation
import Sluice
import SluiceStorage

extension Row {
  /// Parts of the state that are saved; nothing is written while it is measured.
  static var saving: [Row] {
    [
      Row(
        "a saved part, and a dispatch that leaves it as it is",
        against: .stillSelection,
        goal: .ratio(atMost: 1.15)
      ) {
        let (store, saved, memory) = try savedCounter(\.still)
        return Subject {
          store.increment($0)
        } check: { operations in
          try expect("count", store.count, is: operations)
          try expect("problems", saved.problem == nil ? 0 : 1, is: 0)
          try expect("writes", memory.writeCount, is: 0)
        }
      },
      Row(
        "what a saved part costs a dispatch that changes it",
        goal: .nanoseconds(atMost: 100)
      ) {
        let (store, saved, memory) = try savedCounter(\.count)
        let other = Store.counting()
        let token = other.select(\.still).sink { consume($0) }
        return Subject {
          other.increment($0)
        } run: {
          store.increment($0)
        } check: { operations in
          withExtendedLifetime(token) {}
          try expect("count", store.count, is: operations)
          try expect("problems", saved.problem == nil ? 0 : 1, is: 0)
          try expect("writes", memory.writeCount, is: 0)
        }
      },
      // The whole part is encoded, and the disk asked until it has that.
      Row("writing a saved part of 1 MB to a disk", by: .wall) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "saving-\(UUID())")
        let saved = SavedState(
          of: \Texts.all,
          in: .file(folder.appending(path: "texts.json")),
          version: 1
        )
        let store = Store(
          initialState: try saved.restored(into: Texts()),
          reducers: [Reducer(ReduceOn(Increment.self) { $0.all[0] += "\($1.by)" })]
        )
        store.register(saved: saved)
        return Subject { count in
          for _ in 0..<count {
            store.increment(1)
            await saved.flush()
          }
        } check: { _ in
          try expect("problems", saved.problem == nil ? 0 : 1, is: 0)
          try FileManager.default.removeItem(at: folder)
        }
      },
    ]
  }

  private struct Texts: Sendable {
    var all = (0..<10_000).map {
      "The text number \($0) of a document. " + String(repeating: "x", count: 60)
    }
  }

  private static func savedCounter(
    _ part: any WritableKeyPath<Counter, Int> & Sendable
  ) throws -> (Store<Counter, Void>, SavedState<Counter, Int>, SavedMemory) {
    let memory = SavedMemory()
    let file = SavedFile.memory(memory, quietTime: .seconds(3_600), atMost: .seconds(7_200))
    let saved = SavedState(of: part, in: file, version: 1)
    let store = Store(
      initialState: try saved.restored(into: Counter()),
      reducers: [.counting]
    )
    store.register(saved: saved)
    return (store, saved, memory)
  }
}

extension Baseline {
  /// A store with one selection, which doesn't change.
  fileprivate static var stillSelection: Baseline {
    Baseline(name: "a selection") {
      let store = Store.counting()
      let token = store.select(\.still).sink { consume($0) }
      return Subject {
        store.increment($0)
      } check: {
        withExtendedLifetime(token) {}
        try expect("count", store.count, is: $0)
      }
    }
  }
}
