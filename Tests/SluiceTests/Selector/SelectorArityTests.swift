import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct SelectorArityTests {
  private struct Digits: Sendable {
    var a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 0
  }

  /// A value that cannot be compared.
  private struct Text: Sendable {
    let digits: String
  }

  private struct Change: Action {
    let part: any WritableKeyPath<Digits, Int> & Sendable
    var by = 0
  }

  private static let a = Selector(keyPath: \Digits.a)
  private static let b = Selector(keyPath: \Digits.b)
  private static let c = Selector(keyPath: \Digits.c)
  private static let d = Selector(keyPath: \Digits.d)
  private static let e = Selector(keyPath: \Digits.e)
  private static let f = Selector(keyPath: \Digits.f)
  private static let g = Selector(keyPath: \Digits.g)
  private static let h = Selector(keyPath: \Digits.h)
  private static let i = Selector(keyPath: \Digits.i)
  private static let j = Selector(keyPath: \Digits.j)

  /// Makes selectors of one to ten inputs, whose values can be compared.
  private static func comparable() -> [Selector<Digits, String>] {
    [
      .with(a) { "\($0)" },
      .with(a, b) { "\($0)\($1)" },
      .with(a, b, c) { "\($0)\($1)\($2)" },
      .with(a, b, c, d) { "\($0)\($1)\($2)\($3)" },
      .with(a, b, c, d, e) { "\($0)\($1)\($2)\($3)\($4)" },
      .with(a, b, c, d, e, f) { "\($0)\($1)\($2)\($3)\($4)\($5)" },
      .with(a, b, c, d, e, f, g) { "\($0)\($1)\($2)\($3)\($4)\($5)\($6)" },
      .with(a, b, c, d, e, f, g, h) { "\($0)\($1)\($2)\($3)\($4)\($5)\($6)\($7)" },
      .with(a, b, c, d, e, f, g, h, i) { "\($0)\($1)\($2)\($3)\($4)\($5)\($6)\($7)\($8)" },
      .with(a, b, c, d, e, f, g, h, i, j) { "\($0)\($1)\($2)\($3)\($4)\($5)\($6)\($7)\($8)\($9)" },
    ]
  }

  /// Makes the same selectors of values that cannot be compared.
  private static func incomparable() -> [Selector<Digits, Text>] {
    [
      .with(a) { Text(digits: "\($0)") },
      .with(a, b) { Text(digits: "\($0)\($1)") },
      .with(a, b, c) { Text(digits: "\($0)\($1)\($2)") },
      .with(a, b, c, d) { Text(digits: "\($0)\($1)\($2)\($3)") },
      .with(a, b, c, d, e) { Text(digits: "\($0)\($1)\($2)\($3)\($4)") },
      .with(a, b, c, d, e, f) { Text(digits: "\($0)\($1)\($2)\($3)\($4)\($5)") },
      .with(a, b, c, d, e, f, g) { Text(digits: "\($0)\($1)\($2)\($3)\($4)\($5)\($6)") },
      .with(a, b, c, d, e, f, g, h) { Text(digits: "\($0)\($1)\($2)\($3)\($4)\($5)\($6)\($7)") },
      .with(a, b, c, d, e, f, g, h, i) {
        Text(digits: "\($0)\($1)\($2)\($3)\($4)\($5)\($6)\($7)\($8)")
      },
      .with(a, b, c, d, e, f, g, h, i, j) {
        Text(digits: "\($0)\($1)\($2)\($3)\($4)\($5)\($6)\($7)\($8)\($9)")
      },
    ]
  }

  private static func makeStore() -> Store<Digits, Void> {
    Store(
      initialState: Digits(),
      reducers: [Reducer(ReduceOn(Change.self) { $0[keyPath: $1.part] += $1.by })]
    )
  }

  @Test(arguments: 0..<10)
  func `a projector gets the inputs in order, however many there are`(index: Int) {
    let digits = String("1234567890".prefix(index + 1))
    #expect(Self.comparable()[index].value(in: Digits()) == digits)
    #expect(Self.incomparable()[index].value(in: Digits()).digits == digits)
  }

  @Test(arguments: 0..<10)
  func `equal values are not repeated, if they can be compared`(index: Int) {
    let store = Self.makeStore()
    let comparable = Log<String>()
    let incomparable = Log<String>()
    let tokens = [
      store.select(Self.comparable()[index]).sink { comparable.append($0) },
      store.select(Self.incomparable()[index]).sink { incomparable.append($0.digits) },
    ]

    store.dispatch(action: Change(part: \.a))

    let digits = String("1234567890".prefix(index + 1))
    #expect(comparable.events == [digits])
    #expect(incomparable.events == [digits, digits])
    withExtendedLifetime(tokens) {}
  }

  @Test func `several selectors are observed as one, however many there are`() {
    typealias This = SelectorArityTests
    let (a, b, c, d, e) = (This.a, This.b, This.c, This.d, This.e)
    let (f, g, h, i, j) = (This.f, This.g, This.h, This.i, This.j)
    let store = Self.makeStore()
    let log = Log<String>()
    let tokens = [
      store.select(a, b).sink { log.append("\($0)\($1)") },
      store.select(a, b, c).sink { log.append("\($0)\($1)\($2)") },
      store.select(a, b, c, d).sink { log.append("\($0)\($1)\($2)\($3)") },
      store.select(a, b, c, d, e).sink { log.append("\($0)\($1)\($2)\($3)\($4)") },
      store.select(a, b, c, d, e, f).sink { log.append("\($0)\($1)\($2)\($3)\($4)\($5)") },
      store.select(a, b, c, d, e, f, g).sink { log.append("\($0)\($1)\($2)\($3)\($4)\($5)\($6)") },
      store.select(a, b, c, d, e, f, g, h).sink {
        log.append("\($0)\($1)\($2)\($3)\($4)\($5)\($6)\($7)")
      },
      store.select(a, b, c, d, e, f, g, h, i, j).sink {
        log.append("\($0)\($1)\($2)\($3)\($4)\($5)\($6)\($7)\($8)\($9)")
      },
    ]
    #expect(
      log.events == [
        "12", "123", "1234", "12345", "123456", "1234567", "12345678", "1234567890",
      ]
    )

    store.dispatch(action: Change(part: \.a))
    #expect(log.events.count == tokens.count, "nothing changed")

    store.dispatch(action: Change(part: \.b, by: 5))
    #expect(log.events.count == 2 * tokens.count)
    #expect(log.events.last?.hasPrefix("1734567") == true)
  }

  @Test func `several parts are observed as one, however many there are`() {
    let store = Self.makeStore()
    let log = Log<String>()
    let tokens = [
      store.select(\.a, \.b).sink { log.append("\($0)\($1)") },
      store.select(\.a, \.b, \.c).sink { log.append("\($0)\($1)\($2)") },
      store.select(\.a, \.b, \.c, \.d).sink { log.append("\($0)\($1)\($2)\($3)") },
      store.select(\.a, \.b, \.c, \.d, \.e).sink { log.append("\($0)\($1)\($2)\($3)\($4)") },
      store.select(\.a, \.b, \.c, \.d, \.e, \.f).sink {
        log.append("\($0)\($1)\($2)\($3)\($4)\($5)")
      },
      store.select(\.a, \.b, \.c, \.d, \.e, \.f, \.g).sink {
        log.append("\($0)\($1)\($2)\($3)\($4)\($5)\($6)")
      },
      store.select(\.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h).sink {
        log.append("\($0)\($1)\($2)\($3)\($4)\($5)\($6)\($7)")
      },
    ]
    #expect(
      log.events == ["12", "123", "1234", "12345", "123456", "1234567", "12345678"]
    )

    store.dispatch(action: Change(part: \.a))
    #expect(log.events.count == tokens.count, "nothing changed")

    store.dispatch(action: Change(part: \.b, by: 5))
    #expect(log.events.count == 2 * tokens.count)
    #expect(log.events.last?.hasPrefix("1734567") == true)
  }
}
