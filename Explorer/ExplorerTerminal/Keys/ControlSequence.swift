/// What stands between `ESC [` and the byte that ends a sequence, and that byte.
struct ControlSequence {
  enum Meaning {
    case press(KeyPress)
    case input(TerminalInput)
    /// Something that isn't of interest, such as the release of a key.
    case nothing
  }

  /// The largest number in a sequence; larger ones count as this one.
  private static let maximalNumber = 1 << 24

  /// A character such as `?` or `<` in front of the numbers, or behind them.
  private let marks: [UInt8]
  /// The numbers between semicolons, each with those behind its colons; -1 for those left out.
  private let numbers: [[Int]]
  private let final: UInt8

  init(parameters: [UInt8], final: UInt8) {
    marks = parameters.filter { !$0.isDigit && $0 != 0x3A && $0 != 0x3B }
    numbers = parameters.split(separator: 0x3B, omittingEmptySubsequences: false).map { field in
      field.split(separator: 0x3A, omittingEmptySubsequences: false).map(Self.number)
    }
    self.final = final
  }

  /// What the sequence says; `nil` if it's an answer, or not known.
  var meaning: Meaning? {
    if marks == [UInt8(ascii: "<")] { return mouse }
    guard marks.isEmpty else { return nil }
    switch final {
    case UInt8(ascii: "I") where isBare: return .input(.focus(true))
    case UInt8(ascii: "O") where isBare: return .input(.focus(false))
    case UInt8(ascii: "Z"):
      return press(.backTab, modifiers.map { $0.subtracting(.shift) })
    case UInt8(ascii: "u"): return typed(code: numbers[0], eventType: subnumber(1, 1))
    case UInt8(ascii: "~"): return tilde
    case UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "@"): return rxvt
    case UInt8(ascii: "R") where !isBare && !isModified: return nil
    case UInt8(ascii: "a")...UInt8(ascii: "d") where isBare:
      return .press(KeyPress(KeyPress.arrows[Int(final) - 0x61], .shift))
    default:
      guard isBare || isModified, let key = KeyPress.key(final: final) else { return nil }
      return press(key, modifiers)
    }
  }

  // MARK: - Kinds of sequences

  private var tilde: Meaning? {
    // The code of a key, as a terminal that reports every modifier sends it.
    if number(0) == 27, numbers.count == 3 {
      return typed(code: [number(2)], eventType: nil)
    }
    guard numbers.count <= 2, let key = KeyPress.key(number: number(0)) else { return nil }
    return press(key, modifiers)
  }

  /// How rxvt says that shift or control is held.
  private var rxvt: Meaning? {
    guard numbers.count == 1, let key = KeyPress.key(number: number(0)) else { return nil }
    let modifiers: KeyModifiers =
      switch final {
      case UInt8(ascii: "^"): .control
      case UInt8(ascii: "$"): .shift
      default: [.control, .shift]
      }
    return .press(KeyPress(key, modifiers))
  }

  private func typed(code: [Int], eventType: Int?) -> Meaning? {
    guard let modifiers, let code = code.first.map({ ($0, code.dropFirst().first) }) else {
      return nil
    }
    if eventType == 3 { return .nothing }
    let shifted = code.1.flatMap { $0 > 0 ? $0 : nil }
    return KeyPress(code: code.0, shifted: shifted, modifiers: modifiers).map { .press($0) }
  }

  private var mouse: Meaning? {
    guard numbers.count == 3, final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else {
      return nil
    }
    let press = MousePress(
      number(0),
      x: number(1),
      y: number(2),
      isRelease: final == UInt8(ascii: "m")
    )
    return press.map { .input(.mouse($0)) } ?? .nothing
  }

  /// - Returns: `nil` if the number of the modifiers is not a valid one.
  private func press(_ key: Key, _ modifiers: KeyModifiers?) -> Meaning? {
    guard let modifiers else { return nil }
    return subnumber(1, 1) == 3 ? .nothing : .press(KeyPress(key, modifiers))
  }

  // MARK: - Numbers

  private var isBare: Bool { numbers == [[-1]] }

  /// Whether the numbers are those of a key with modifiers, rather than a cursor's place.
  private var isModified: Bool {
    switch numbers.count {
    case 1: (1...16).contains(number(0))
    case 2: [-1, 1].contains(number(0)) && (1...256).contains(number(1))
    default: false
    }
  }

  /// The modifiers that the second number says; none if there is no such number.
  private var modifiers: KeyModifiers? {
    // Some terminals leave the first number out.
    let isAlone = numbers.count == 1 && final != UInt8(ascii: "~") && final != UInt8(ascii: "u")
    let number = isAlone ? number(0) : number(1)
    return KeyModifiers(parameter: number)
  }

  private func number(_ index: Int) -> Int {
    index < numbers.count ? numbers[index][0] : -1
  }

  private func subnumber(_ index: Int, _ place: Int) -> Int? {
    guard index < numbers.count, place < numbers[index].count else { return nil }
    return numbers[index][place]
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    if digits.isEmpty { return -1 }
    return digits.reduce(0) { value, digit in
      digit.isDigit ? min(value * 10 + Int(digit) - 0x30, maximalNumber) : value
    }
  }
}
