import Sluice
import SluiceTesting
import TestSupport
import Testing

private struct Digits: Sendable {
  var a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 0
}

private let a = Selector(keyPath: \Digits.a)
private let b = Selector(keyPath: \Digits.b)
private let c = Selector(keyPath: \Digits.c)
private let d = Selector(keyPath: \Digits.d)
private let e = Selector(keyPath: \Digits.e)
private let f = Selector(keyPath: \Digits.f)
private let g = Selector(keyPath: \Digits.g)
private let h = Selector(keyPath: \Digits.h)
private let i = Selector(keyPath: \Digits.i)
private let j = Selector(keyPath: \Digits.j)

private func text(_ digits: Int...) -> String { digits.map(String.init).joined() }

/// A value that cannot be compared.
private struct OpaqueText: Sendable {
  let text: String
  init(_ digits: Int...) { text = digits.map(String.init).joined() }
}

@Suite(.inTurn) struct SelectorArityTests {
  /// Makes selectors of one to ten inputs, whose values can be compared.
  private static func comparable() -> [Selector<Digits, String>] {
    [
      .with(a) { text($0) },
      .with(a, b) { text($0, $1) },
      .with(a, b, c) { text($0, $1, $2) },
      .with(a, b, c, d) { text($0, $1, $2, $3) },
      .with(a, b, c, d, e) { text($0, $1, $2, $3, $4) },
      .with(a, b, c, d, e, f) { text($0, $1, $2, $3, $4, $5) },
      .with(a, b, c, d, e, f, g) { text($0, $1, $2, $3, $4, $5, $6) },
      .with(a, b, c, d, e, f, g, h) { text($0, $1, $2, $3, $4, $5, $6, $7) },
      .with(a, b, c, d, e, f, g, h, i) { text($0, $1, $2, $3, $4, $5, $6, $7, $8) },
      .with(a, b, c, d, e, f, g, h, i, j) { text($0, $1, $2, $3, $4, $5, $6, $7, $8, $9) },
    ]
  }

  /// Makes the same selectors of values that are not compared.
  private static func incomparable() -> [Selector<Digits, OpaqueText>] {
    [
      .with(a, comparing: .always) { OpaqueText($0) },
      .with(a, b, comparing: .always) { OpaqueText($0, $1) },
      .with(a, b, c, comparing: .always) { OpaqueText($0, $1, $2) },
      .with(a, b, c, d, comparing: .always) { OpaqueText($0, $1, $2, $3) },
      .with(a, b, c, d, e, comparing: .always) { OpaqueText($0, $1, $2, $3, $4) },
      .with(a, b, c, d, e, f, comparing: .always) { OpaqueText($0, $1, $2, $3, $4, $5) },
      .with(a, b, c, d, e, f, g, comparing: .always) { OpaqueText($0, $1, $2, $3, $4, $5, $6) },
      .with(a, b, c, d, e, f, g, h, comparing: .always) {
        OpaqueText($0, $1, $2, $3, $4, $5, $6, $7)
      },
      .with(a, b, c, d, e, f, g, h, i, comparing: .always) {
        OpaqueText($0, $1, $2, $3, $4, $5, $6, $7, $8)
      },
      .with(a, b, c, d, e, f, g, h, i, j, comparing: .always) {
        OpaqueText($0, $1, $2, $3, $4, $5, $6, $7, $8, $9)
      },
    ]
  }

  @Test(arguments: 0..<10)
  func `a projector gets the inputs in order, and repeats are recognized if values are compared`(
    index: Int
  ) {
    let digits = String("1234567890".prefix(index + 1))
    let (comparable, incomparable) = (Self.comparable()[index], Self.incomparable()[index])
    #expect(comparable.value(in: Digits()) == digits)
    #expect(incomparable.value(in: Digits()).text == digits)
    let store = Store(initialState: Digits())
    let compared = store.select(comparable).received()
    let repeated = store.select(incomparable).received(\.text)
    store.restore(Digits())
    #expect(compared.values == [digits])
    #expect(repeated.values == [digits, digits])
  }

  @Test func `several selectors are observed as one, however many there are`() {
    let store = Store(initialState: Digits())
    let all = [
      store.select(a, b).received { text($0, $1) },
      store.select(a, b, c).received { text($0, $1, $2) },
      store.select(a, b, c, d).received { text($0, $1, $2, $3) },
      store.select(a, b, c, d, e).received { text($0, $1, $2, $3, $4) },
      store.select(a, b, c, d, e, f).received { text($0, $1, $2, $3, $4, $5) },
      store.select(a, b, c, d, e, f, g).received { text($0, $1, $2, $3, $4, $5, $6) },
      store.select(a, b, c, d, e, f, g, h).received { text($0, $1, $2, $3, $4, $5, $6, $7) },
      store.select(a, b, c, d, e, f, g, h, i, j).received {
        text($0, $1, $2, $3, $4, $5, $6, $7, $8, $9)
      },
    ]
    store.restore(Digits())
    store.restore(Digits(b: 7))
    for (received, count) in zip(all, [2, 3, 4, 5, 6, 7, 8, 10]) {
      let expected = ["1234567890", "1734567890"].map { String($0.prefix(count)) }
      #expect(received.values == expected)
    }
  }
}
