import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Cannot be compared.
private struct Opaque: Sendable {
  var number = 0
}

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

private struct Change: Action {
  let change: @Sendable (inout Library) -> Void
}

extension Store where State == Library, Environment == Void {
  fileprivate static func library() -> Store<Library, Void> {
    Store(
      initialState: Library(),
      reducers: [Reducer(ReduceOn(Change.self) { state, action in action.change(&state) })]
    )
  }

  fileprivate func change(_ change: @escaping @Sendable (inout Library) -> Void) {
    dispatch(action: Change(change: change))
  }
}

@Suite(.inTurn) struct SelectorTests {
  private let pages = Selector(keyPath: \Library.pages)
  private let shelves = Selector(keyPath: \Library.shelves)
  private let visitors = Selector(keyPath: \Library.visitors)
  private let opaque = Selector(keyPath: \Library.opaque)

  @Test func `a key path selects what is stored, computed or chained`() {
    let store = Store.library()
    #expect(store.selectCurrent(pages) == 1)
    #expect(store.selectCurrent(Selector(keyPath: \.doubled)) == 2)
    #expect(store.selectCurrent(Selector(keyPath: \.book?.author?.name)) == "Ada")
    #expect(store.selectCurrent(Selector(keyPath: \.book?.author?.born)) == nil)
    #expect(store.selectCurrent(Selector(keyPath: \.self)).pages == 1)
    store.change { $0.book?.author = nil }
    #expect(store.selectCurrent(Selector(keyPath: \.book?.author?.name)) == nil)
    #expect(store.selectCurrent(\.book?.title) == "Notes")
    #expect(store.selectCurrent(\.opaque.number) == 0)
  }

  @Test func `a projector runs once for each state at most`() {
    let store = Store.library()
    let area = Selector { (state: Library) in state.pages * state.shelves }
    for _ in 1...3 { #expect(store.selectCurrent(area) == 1) }
    #expect(area.recomputations == 1)
    store.change { $0.visitors += 1 }
    #expect(store.selectCurrent(area) == 1)
    #expect(area.recomputations == 2)
    // Handled by nobody: the state is the same.
    store.dispatch(action: Unhandled())
    #expect(store.selectCurrent(area) == 1)
    #expect(area.recomputations == 2)
  }

  @Test func `a combined selector runs only when an input's value changed`() {
    let store = Store.library()
    let sum = Selector.with(pages, shelves) { $0 + $1 }
    #expect(store.selectCurrent(sum) == 2)
    for _ in 1...10 {
      store.change { $0.visitors += 1 }
      #expect(store.selectCurrent(sum) == 2)
    }
    #expect(sum.recomputations == 1)
    store.change { $0.pages = 5 }
    #expect(store.selectCurrent(sum) == 6)
    store.change { $0.shelves = 5 }
    #expect(store.selectCurrent(sum) == 10)
    #expect(sum.recomputations == 3)
  }

  @Test func `one, two, five and eight inputs combine`() {
    let store = Store.library()
    let one = Selector.with(pages) { "\($0)" }
    let two = Selector.with(pages, shelves) { "\($0) \($1)" }
    let five = Selector.with(pages, shelves, visitors, opaque, one) {
      pages,
      shelves,
      visitors,
      opaque,
      one in
      "\(pages) \(shelves) \(visitors) \(opaque.number) \(one)"
    }
    let eight = Selector.with(pages, shelves, visitors, one, two, five, pages, shelves) {
      a,
      b,
      c,
      d,
      e,
      f,
      g,
      h in "\(a)\(b)\(c) \(d) \(e) \(f) \(g)\(h)"
    }
    store.change { $0.pages = 7 }
    #expect(store.selectCurrent(one) == "7")
    #expect(store.selectCurrent(two) == "7 1")
    #expect(store.selectCurrent(five) == "7 1 0 0 7")
    #expect(store.selectCurrent(eight) == "710 7 7 1 7 1 0 0 7 71")
    _ = store.selectCurrent(eight)
    #expect([one, two, five, eight].map(\.recomputations) == [1, 1, 1, 1])
  }

  @Test func `an input that cannot be compared counts as changed with each new state`() {
    let store = Store.library()
    let mixed = Selector.with(pages, opaque) { $0 + $1.number }
    _ = store.selectCurrent(mixed)
    _ = store.selectCurrent(mixed)
    #expect(mixed.recomputations == 1)
    store.change { $0.visitors += 1 }
    _ = store.selectCurrent(mixed)
    _ = store.selectCurrent(mixed)
    #expect(mixed.recomputations == 2)
  }

  @Test func `a part of what another selector selects`() {
    let store = Store.library()
    let book = Selector(keyPath: \Library.book)
    let name = Selector.with(book, keyPath: \.?.author?.name)
    #expect(store.selectCurrent(name) == "Ada")
    let number = Selector.with(opaque, keyPath: \.number)
    store.change { $0.opaque.number = 3 }
    #expect(store.selectCurrent(number) == 3)
    let seen = Log<Int>()
    let token = store.select(number).sink { seen.append($0) }
    store.change { $0.visitors += 1 }
    #expect(seen.events == [3])
    token.cancel()
  }

  @Test func `an unchanged intermediate value stops recomputing`() {
    let store = Store.library()
    let isThick = Selector.with(pages) { $0 > 100 }
    let label = Selector.with(isThick) { $0 ? "thick" : "thin" }
    for count in 1...10 {
      store.change { $0.pages = count }
      #expect(store.selectCurrent(label) == "thin")
    }
    #expect(isThick.recomputations == 10)
    #expect(label.recomputations == 1)
  }

  @Test func `a reset memo runs the projector again`() {
    let store = Store.library()
    let sum = Selector.with(pages, shelves) { $0 + $1 }
    _ = store.selectCurrent(sum)
    sum.resetMemo()
    #expect(store.selectCurrent(sum) == 2)
    _ = store.selectCurrent(sum)
    #expect(sum.recomputations == 2)
  }

  @Test func `a selector runs once for all of its observers`() {
    let store = Store.library()
    let sum = Selector.with(pages, shelves) { $0 + $1 }
    let tokens = (0..<10).map { _ in store.select(sum).sink { _ in } }
    store.change { $0.pages = 2 }
    _ = store.selectCurrent(sum)
    #expect(sum.recomputations == 2)
    for token in tokens { token.cancel() }
  }
}
