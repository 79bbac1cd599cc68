import SluiceCore
import SluiceLocks
import Testing

// A whole program that imports the core alone: state, actions, a part with a reducer of its own, a selector, middleware
// and an interceptor.

struct Account: Equatable, Sendable {
  var owner = ""
  var balance = Balance()
}

struct Balance: Equatable, Sendable { var cents = 0 }

struct Opened: Action { let owner: String }
struct Paid: Action { var cents: Int }

let account = Reducer<Account>(ReduceOn(Opened.self) { $0.owner = $1.owner })
let balance = Reducer<Balance>(ReduceOn(Paid.self) { $0.cents += $1.cents })

let summary = Selector.with(
  Selector(keyPath: \Account.owner),
  Selector(keyPath: \Account.balance.cents)
) { owner, cents in "\(owner): \(cents)" }

/// Collects entries, in order, from any thread.
final class Journal<Entry: Sendable>: Sendable {
  private let entries = Locked<[Entry]>([])

  var all: [Entry] { entries.withLock(\.self) }

  func add(_ entry: Entry) { entries.withLock { $0.append(entry) } }
}

struct Auditor: Interceptor {
  let journal: Journal<String>

  func committed(_ commit: Commit<Account>) {
    journal.add("#\(commit.number) \(ActionDescription(commit.action).name)")
  }
}

@Suite struct CoreAloneTests {
  @Test func `a program without effects`() async {
    let store = Store(
      initialState: Account(),
      reducers: [account, balance.lift(.state(\.balance))]
    )
    let journal = Journal<String>()
    let shown = Journal<String>()
    store.register(interceptor: Auditor(journal: journal))
    store.register(
      middleware: .prepare(Paid.self) { action, _ in action.cents = abs(action.cents) }
    )
    let token = store.select(summary).sink { @Sendable in shown.add($0) }
    store.dispatch(action: Opened(owner: "Ada"))
    await store.dispatchTracked(action: Paid(cents: -250)).finish()
    #expect(store.state == Account(owner: "Ada", balance: Balance(cents: 250)))
    #expect(shown.all == [": 0", "Ada: 0", "Ada: 250"])
    #expect(journal.all == ["#1 Opened", "#2 Paid"])
    token.cancel()
    // Without runs, nothing is waited for.
    await store.close(within: .seconds(60))
    store.dispatch(action: Paid(cents: 1))
    #expect(store.state.balance.cents == 250)
  }

  @Test func `an action that nothing takes is reported without a word of effects`() {
    let diagnostics = Journal<StoreDiagnostic>()
    let store = Store(initialState: Account(), reducers: [account])
    store.onDiagnostic = { diagnostics.add($0) }
    store.dispatch(action: Paid(cents: 1))
    #if DEBUG
      #expect(diagnostics.all.map(\.id) == [.unhandledAction])
    #endif
  }
}
