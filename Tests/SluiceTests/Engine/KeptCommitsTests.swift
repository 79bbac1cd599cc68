import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct KeptCommitsTests {
  @Test(arguments: [1, 2, 7])
  func `a commit that is kept stays as it was, whatever comes after`(every: Int) {
    let store = Store.counting()
    let commits = Log<Commit<Counting>>()
    store.register(
      interceptor: CommitProbe<Counting> {
        if $0.number.isMultiple(of: every) { commits.append($0) }
      }
    )
    for _ in 0..<50 {
      store.dispatch(action: Increment(by: 2))
      store.dispatch(action: Unhandled(), note: "between")
    }

    for commit in commits.events {
      let isIncrement = commit.number % 2 == 1
      #expect(commit.oldState?.count == commit.number / 2 * 2)
      #expect(commit.newState.count == (commit.number + 1) / 2 * 2)
      #expect(commit.action is Increment == isIncrement)
      #expect(commit.origin.note == (isIncrement ? nil : "between"))
      #expect(commit.isHandled == isIncrement)
    }
    #expect(commits.events.map(\.number) == (1...100).filter { $0.isMultiple(of: every) })
  }
}
