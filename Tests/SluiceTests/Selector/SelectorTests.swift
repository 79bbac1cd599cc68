import Sluice
import SluiceTesting
import TestSupport
import Testing

private struct Library: Sendable {
  struct Author: Sendable, Equatable {
    var name = "Ada"
    var born: Int?
  }

  struct Book: Sendable {
    var title = "Notes"
    var author: Author? = Author()
  }

  var book: Book? = Book()
  var pages = 1
  var shelves = 1
  var visitors = 0
  var opaque = Opaque()

  /// Computed.
  var doubled: Int { pages * 2 }
}

private let pages = Selector(keyPath: \Library.pages)
private let shelves = Selector(keyPath: \Library.shelves)
private let opaque = Selector(keyPath: \Library.opaque, comparing: .always)

@Suite(.inTurn) struct SelectorTests {
  private let store = Store(initialState: Library())
  private let sum = Selector.with(pages, shelves) { $0 + $1 }

  /// Changes a part of the state, and returns a selector's values and how often it has run by then.
  private func values<Value>(
    _ selector: Selector<Library, Value>,
    times: Int = 2,
    after change: ((inout Library) -> Void)? = nil
  ) -> (values: [Value], runs: Int) {
    if let change {
      var state = store.state
      change(&state)
      store.restore(state)
    }
    return ((0..<times).map { _ in store.selectCurrent(selector) }, selector.recomputations)
  }

  @Test func `a key path selects what is stored, computed or chained`() {
    let name = Selector(keyPath: \Library.book?.author?.name)
    #expect(store.selectCurrent(pages) == 1)
    #expect(store.selectCurrent(Selector(keyPath: \.doubled)) == 2)
    #expect(store.selectCurrent(name) == "Ada")
    #expect(store.selectCurrent(Selector(keyPath: \.book?.author?.born)) == nil)
    #expect(store.selectCurrent(Selector(keyPath: \.self, comparing: .always)).pages == 1)
    #expect(values(name) { $0.book?.author = nil }.values == [nil, nil])
    #expect(store.selectCurrent(\.book?.title) == "Notes")
    #expect(store.selectCurrent(\.opaque.number) == 0)
  }

  @Test func `a projector runs once for each state at most`() {
    let area = Selector { (state: Library) in state.pages * state.shelves }
    #expect(values(area) == ([1, 1], 1))
    #expect(values(area) { $0.visitors += 1 } == ([1, 1], 2))
    // Handled by nobody: the state is the same.
    store.dispatch(action: Unhandled())
    #expect(values(area) == ([1, 1], 2))
  }

  @Test func `a combined selector runs only when an input's value changed`() {
    for _ in 1...10 { #expect(values(sum) { $0.visitors += 1 } == ([2, 2], 1)) }
    #expect(values(sum) { $0.pages = 5 } == ([6, 6], 2))
    #expect(values(sum) { $0.shelves = 5 } == ([10, 10], 3))
    sum.resetMemo()
    #expect(values(sum) == ([10, 10], 4))
  }

  @Test func `a projector runs when an input changed as its selector compares it`() {
    let tens = Selector(keyPath: \Library.pages, comparing: .by { $0 / 10 == $1 / 10 })
    let label = Selector.with(tens, comparing: .by { $0.number == $1.number }) {
      Opaque(number: $0)
    }
    let number = Selector.with(label) { $0.number }
    #expect(values(number) == ([1, 1], 1))
    // Compared with the value at the last run.
    #expect(values(number) { $0.pages = 9 } == ([1, 1], 1))
    #expect(values(number) { $0.pages = 10 } == ([10, 10], 2))
    #expect(label.recomputations == 2)
  }

  @Test func `an input of which each state is a change counts as changed with each new state`() {
    let mixed = Selector.with(pages, opaque) { $0 + $1.number }
    #expect(values(mixed) == ([1, 1], 1))
    #expect(values(mixed) { $0.visitors += 1 } == ([1, 1], 2))
  }

  @Test func `a part of what another selector selects`() {
    let book = Selector(keyPath: \Library.book, comparing: .always)
    let name = Selector.with(book, keyPath: \.?.author?.name)
    #expect(store.selectCurrent(name) == "Ada")
    let number = Selector.with(opaque, keyPath: \.number)
    #expect(values(number) { $0.opaque.number = 3 }.values == [3, 3])
    let seen = store.select(number).received()
    _ = values(number) { $0.visitors += 1 }
    #expect(seen.values == [3])
  }

  @Test func `an unchanged intermediate value stops recomputing`() {
    let isThick = Selector.with(pages) { $0 > 100 }
    let label = Selector.with(isThick) { $0 ? "thick" : "thin" }
    for count in 1...10 {
      #expect(values(label, times: 1) { $0.pages = count } == (["thin"], 1))
    }
    #expect(isThick.recomputations == 10)
  }
}
