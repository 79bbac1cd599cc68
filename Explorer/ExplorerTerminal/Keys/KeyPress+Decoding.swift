extension KeyPress {
  static let arrows: [Key] = [.up, .down, .right, .left]

  /// The key that types a scalar, in the legacy encoding.
  init(typing scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x00: self.init(.character(" "), .control)
    case 0x08, 0x7F: self.init(.backspace)
    case 0x09: self.init(.tab)
    // Programs that type send line feeds.
    case 0x0A, 0x0D: self.init(.enter)
    case 0x1B: self.init(.escape)
    case 0x01...0x1A: self.init(Self.controlled(scalar.value + 0x60), .control)
    case 0x1C...0x1F: self.init(Self.controlled(scalar.value + 0x40), .control)
    default: self.init(.character(Character(scalar)))
    }
  }

  private static func controlled(_ value: UInt32) -> Key {
    .character(Character(Unicode.Scalar(UInt8(truncatingIfNeeded: value))))
  }

  /// The key of a code as the keyboard protocol of kitty has it, and those who adopted it.
  ///
  /// - Parameter shifted: What the key types with shift, where the terminal says it.
  init?(code: Int, shifted: Int?, modifiers: KeyModifiers) {
    switch code {
    case 9:
      let isBack = modifiers.contains(.shift)
      self.init(isBack ? .backTab : .tab, modifiers.subtracting(.shift))
    case 10, 13: self.init(.enter, modifiers)
    case 27: self.init(.escape, modifiers)
    case 8, 127: self.init(.backspace, modifiers)
    case 57_344...63_743:
      guard let key = Self.key(functional: code) else { return nil }
      self.init(key, modifiers)
    default:
      let hasShift = modifiers.contains(.shift)
      let value = hasShift ? shifted ?? code : code
      guard value >= 0x20, let scalar = Unicode.Scalar(UInt32(value)) else { return nil }
      // Where it isn't said what shift makes of a letter, it's the upper case.
      let isLower = hasShift && shifted == nil
      let text = isLower ? scalar.properties.uppercaseMapping : String(scalar)
      let character = text.count == 1 ? Character(text) : Character(scalar)
      self.init(.character(character), modifiers.subtracting(.shift))
    }
  }

  /// The key behind `ESC O`.
  ///
  /// - Parameter modifiers: The digits in front of the last byte.
  init?(single final: UInt8, modifiers digits: [UInt8]) {
    let number = digits.isEmpty ? -1 : digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    guard let modifiers = KeyModifiers(parameter: number) else { return nil }
    switch final {
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      self.init(Self.arrows[Int(final) - 0x61], .control)
    // The keys of the block of digits.
    case UInt8(ascii: "M"): self.init(.enter, modifiers)
    case UInt8(ascii: "I"): self.init(.tab, modifiers)
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      self.init(.character(Character(Unicode.Scalar(final - 0x40))), modifiers)
    case UInt8(ascii: "X"): self.init(.character("="), modifiers)
    default:
      guard let key = Self.key(final: final) else { return nil }
      self.init(key, modifiers)
    }
  }

  /// The key that the last byte of a sequence names.
  static func key(final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A")...UInt8(ascii: "D"): arrows[Int(final) - 0x41]
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final) - 0x4F)
    default: nil
    }
  }

  /// The key that the number in front of a tilde names.
  static func key(number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28...29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
  }

  /// The key of a code in the private use area.
  private static func key(functional code: Int) -> Key? {
    switch code {
    case 57_376...57_398: .function(code - 57_363)
    case 57_399...57_408: .character(Character(Unicode.Scalar(UInt8(code - 57_399 + 0x30))))
    case 57_409...57_413: .character(Array("./*-+")[code - 57_409])
    case 57_414: .enter
    case 57_415: .character("=")
    case 57_416: .character(",")
    case 57_417: .left
    case 57_418: .right
    case 57_419: .up
    case 57_420: .down
    case 57_421: .pageUp
    case 57_422: .pageDown
    case 57_423: .home
    case 57_424: .end
    case 57_425: .insert
    case 57_426: .delete
    default: nil
    }
  }
}

extension KeyModifiers {
  /// The modifiers of a sequence's number, which is one more than their sum; -1 is none.
  ///
  /// Meta counts as alt; locks and other keys don't count.
  init?(parameter: Int) {
    if parameter == -1 {
      self = []
      return
    }
    guard (1...256).contains(parameter) else { return nil }
    let bits = parameter - 1
    self.init(rawValue: UInt8(bits & 0b111))
    if bits & 0b10_0000 != 0 { insert(.alt) }
  }
}

extension MousePress {
  /// The press of a mouse's code; `nil` for movements without a button, and buttons that have no name.
  ///
  /// - Parameters:
  ///   - x: The column, counted from one.
  ///   - y: The row, counted from one.
  init?(_ code: Int, x: Int, y: Int, isRelease: Bool) {
    let isDrag = code & 0b10_0000 != 0
    guard code >= 0, x > 0, y > 0 else { return nil }
    let button: Button
    switch code & ~0b11_1100 {
    case 0: button = .left
    case 1: button = .middle
    case 2: button = .right
    case 64 where !isDrag: button = .wheelUp
    case 65 where !isDrag: button = .wheelDown
    default: return nil
    }
    var modifiers: KeyModifiers = []
    if code & 0b00100 != 0 { modifiers.insert(.shift) }
    if code & 0b01000 != 0 { modifiers.insert(.alt) }
    if code & 0b10000 != 0 { modifiers.insert(.control) }
    self.init(
      button,
      row: y - 1,
      column: x - 1,
      modifiers: modifiers,
      isRelease: isRelease,
      isDrag: isDrag
    )
  }
}
