import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Lines of the list that are not made anew.
@Suite(.inTurn) struct RowMemoTests {
  @Test func `lines are those that are made anew, whatever was shown before`() {
    let memo = RowMemo()
    func content(_ number: Int, failed: Bool = false, type: String? = nil) -> CommitRow.Content {
      var commit = ScreenFixture.commit(number)
      if let type { commit.action.type = type }
      return CommitRow.Content(event: .commit(commit), previousTime: 7, hasFailed: failed)
    }
    func check(_ rows: [CommitRow.Content], _ style: CommitRow.TimeStyle, _ width: Int) {
      let lines = memo.lines(of: rows, style, numberWidth: 3, width: width)
      #expect(lines == CommitRow.lines(of: rows, style, numberWidth: 3, width: width))
    }
    check((1...20).map { content($0) }, .ofDay, 80)
    check((2...21).map { content($0) }, .ofDay, 80)
    // A run has failed, and a program that was started anew has another commit of this number.
    check((2...21).map { content($0, failed: $0 == 9) }, .ofDay, 80)
    check((2...21).map { content($0, type: $0 == 5 ? "Other" : nil) }, .ofDay, 80)
    check((2...21).map { content($0) }, .sinceLast, 80)
    check((2...21).map { content($0) }, .sinceLast, 50)
    let gap = CommitRow.Content(event: .gap(History.Gap(numbers: 15...21, reason: nil)))
    check((2...14).map { content($0) } + [gap], .sinceLast, 50)
    check((2...21).map { content($0) }, .sinceLast, 50)
  }
}
