import Sluice
import SluiceTesting
import Synchronization
import TestSupport
import Testing

/// The code of the page, word for word; `GuideTests` compares.
@Suite(.inTurn) struct WritingInterceptors {
  struct Cart: Sendable, Equatable {
    var items: [String] = []
  }

  struct AddItem: Action {
    let name: String

    init(_ name: String) { self.name = name }
  }

  /// Counts actions by type.
  final class Tally: Interceptor {
    typealias State = Cart

    private let counts = Mutex<[String: Int]>([:])

    func committed(_ commit: Commit<Cart>) {
      counts.withLock { $0["\(type(of: commit.action))", default: 0] += 1 }
    }

    subscript(name: String) -> Int { counts.withLock { $0[name, default: 0] } }
  }

  /// Prints each reducer that takes longer than a frame.
  struct SlowReducers<State: Sendable>: Interceptor {
    let print: @Sendable (String) -> Void
    var interests: InterceptorInterests { .timing }

    func committed(_ commit: Commit<State>) {
      guard let time = commit.reducingTime, time > .milliseconds(16) else { return }
      print("\(type(of: commit.action)) at \(commit.origin.fileID):\(commit.origin.line): \(time)")
    }
  }

  @Test func `the interceptors of the page are called`() {
    let store = Store(initialState: Cart())
    let slow = Log<String>()
    store.register(interceptor: SlowReducers { slow.append($0) })

    let tally = Tally()
    store.register(interceptor: tally)
    store.dispatch(action: AddItem("Milk"))
    #expect(tally["AddItem"] == 1)

    // A busy machine may take longer than a frame.
    #expect(slow.events.allSatisfy { $0.hasPrefix("AddItem at ") })
  }
}
