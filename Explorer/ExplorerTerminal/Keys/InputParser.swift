/// Turns what a terminal sends into keys, wherever reading has cut it.
///
/// The escape key sends the byte with which sequences begin. So when nothing follows for a moment,
/// call ``endOfBurst()``, which tells the two apart:
///
///     inputs += parser.take(bytes)
///     if parser.isInTheMiddle, nothingFollows { inputs += parser.endOfBurst() }
///
/// Every buffer has a bound. Nothing that is typed is lost: bytes that aren't UTF-8 become U+FFFD, as
/// `String(decoding:as:)` makes them, and a sequence that is no key is delivered as
/// ``TerminalInput/reply(_:)``.
package struct InputParser: Sendable {
  /// The maximum number of bytes of a paste.
  package static let maximalPaste = 1 << 20
  /// The maximum number of bytes of a sequence or a string; longer ones end there.
  static let maximalSequence = 4096

  private var state = State.ground
  private var decoder = UTF8Decoder()
  /// Whether an `ESC` stands in front of what is being read: the key was pressed with alt.
  private var isAlt = false
  /// The bytes of a sequence or a string behind its introducer.
  private var pending: [UInt8] = []
  /// The second byte of a string's introducer.
  private var introducer: UInt8 = 0
  private var paste = PasteBuffer()
  private var inputs: [TerminalInput] = []

  package init() {}

  /// Whether the beginning of a paste was read, and not its end.
  package var isInPaste: Bool { state == .paste }

  /// Whether bytes wait for others, or for ``endOfBurst()``.
  package var isInTheMiddle: Bool { state != .ground || decoder.isInTheMiddle }

  /// Takes bytes, and returns what they complete.
  package mutating func take(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
    for byte in bytes { take(byte) }
    return taken()
  }

  /// Takes the end of what was sent at once, and returns what it completes.
  ///
  /// A lone `ESC` is the escape key, and `ESC [` is `[` with alt. What can't be anything but the
  /// beginning of a sequence goes on waiting.
  package mutating func endOfBurst() -> [TerminalInput] {
    switch state {
    case .escape:
      deliverEscape()
      leave()
      press(.escape, [])
    case .sequence where pending.isEmpty: giveUp("[")
    case .single where pending.isEmpty: giveUp("O")
    case .string where pending.isEmpty: giveUp(Character(Unicode.Scalar(introducer)))
    case .console:
      giveUp("[")
      press(.character("["), [])
    default: break
    }
    return taken()
  }

  /// Ends a paste whose end was lost, and returns what was read of it; nothing outside a paste.
  ///
  /// Call it when nothing has followed for a long time: otherwise every key would become a part of it.
  package mutating func endOfPaste() -> [TerminalInput] {
    guard state == .paste else { return [] }
    leave()
    return [paste.unended]
  }

  private mutating func taken() -> [TerminalInput] {
    defer { inputs = [] }
    return inputs
  }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .ground: takeText(byte)
    case .escape: takeEscaped(byte)
    case .sequence: takeSequence(byte)
    case .console: takeConsole(byte)
    case .oldMouse: takeOldMouse(byte)
    case .single: takeSingle(byte)
    case .string: takeString(byte)
    case .stringEscape: takeStringEnd(byte)
    case .paste:
      guard let input = paste.take(byte) else { return }
      leave()
      inputs.append(input)
    }
  }

  // MARK: - Characters

  private mutating func takeText(_ byte: UInt8) {
    switch decoder.take(byte) {
    case .more: break
    case .scalar(let scalar): type(scalar)
    case .invalid:
      type("\u{FFFD}")
      take(byte)
    }
  }

  /// Delivers the key that types a scalar.
  private mutating func type(_ scalar: Unicode.Scalar) {
    if scalar == "\u{1B}" {
      state = .escape
      return
    }
    let press = KeyPress(typing: scalar)
    self.press(press.key, press.modifiers)
  }

  /// Delivers something that no key with alt sends, behind the escape key if that was pressed before.
  private mutating func deliver(_ input: TerminalInput) {
    deliverEscape()
    inputs.append(input)
  }

  /// Delivers the escape key whose `ESC` turned out not to belong to what follows.
  private mutating func deliverEscape() {
    if isAlt { inputs.append(.key(KeyPress(.escape))) }
    isAlt = false
  }

  private mutating func press(_ key: Key, _ modifiers: KeyModifiers) {
    inputs.append(.key(KeyPress(key, isAlt ? modifiers.union(.alt) : modifiers)))
    isAlt = false
  }

  // MARK: - Sequences

  private mutating func takeEscaped(_ byte: UInt8) {
    pending.removeAll()
    switch byte {
    case 0x1B:
      // The first of three is a key; two may begin a sequence, as alt does on some terminals.
      deliverEscape()
      isAlt = true
    case UInt8(ascii: "["): state = .sequence
    case UInt8(ascii: "O"): state = .single
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"):
      introducer = byte
      state = .string
    default:
      deliverEscape()
      isAlt = true
      state = .ground
      takeText(byte)
    }
  }

  private mutating func takeSequence(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "M"):
      guard pending.isEmpty else { return finishSequence(byte) }
      state = byte == UInt8(ascii: "M") ? .oldMouse : .console
    case UInt8(ascii: "$") where pending.allSatisfy(\.isDigit) && !pending.isEmpty:
      // Shift on rxvt; elsewhere, a byte in front of the last one.
      finishSequence(byte)
    case 0x20...0x3F:
      pending.append(byte)
      if pending.count == Self.maximalSequence { abandon() }
    case 0x40...0x7E: finishSequence(byte)
    default:
      abandon()
      take(byte)
    }
  }

  private mutating func finishSequence(_ final: UInt8) {
    if final == UInt8(ascii: "~"), pending.elementsEqual("200".utf8) {
      deliverEscape()
      paste = PasteBuffer()
      state = .paste
      return
    }
    let sequence = ControlSequence(parameters: pending, final: final)
    switch sequence.meaning {
    case .press(let press): self.press(press.key, press.modifiers)
    case .input(let input): deliver(input)
    case .nothing: deliverEscape()
    case nil: deliver(.reply([0x1B, UInt8(ascii: "[")] + pending + [final]))
    }
    leave()
  }

  private mutating func takeConsole(_ byte: UInt8) {
    guard (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte) else {
      giveUp("[")
      press(.character("["), [])
      return take(byte)
    }
    press(.function(Int(byte) - 0x40), [])
    leave()
  }

  private mutating func takeOldMouse(_ byte: UInt8) {
    guard byte >= 0x20 else {
      abandon()
      return take(byte)
    }
    pending.append(byte)
    guard pending.count == 3 else { return }
    let numbers = pending.map { Int($0) - 0x20 }
    let isRelease = numbers[0] & 0b11 == 3 && numbers[0] & 0b1100_0000 == 0
    // This protocol doesn't say which button was released.
    let code = isRelease ? numbers[0] & ~0b11 : numbers[0]
    deliverEscape()
    if let press = MousePress(code, x: numbers[1], y: numbers[2], isRelease: isRelease) {
      inputs.append(.mouse(press))
    }
    leave()
  }

  private mutating func takeSingle(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9") where pending.count < 2: pending.append(byte)
    case 0x40...0x7E:
      if let press = KeyPress(single: byte, modifiers: pending) {
        self.press(press.key, press.modifiers)
      } else if pending.isEmpty {
        giveUp("O")
        take(byte)
      } else {
        deliver(.reply([0x1B, UInt8(ascii: "O")] + pending + [byte]))
      }
      if state == .single { leave() }
    default:
      if pending.isEmpty { giveUp("O") } else { abandon() }
      take(byte)
    }
  }

  // MARK: - Strings

  private mutating func takeString(_ byte: UInt8) {
    if pending.isEmpty, !byte.beginsReply(after: introducer) {
      // The key with alt, and then others.
      giveUp(Character(Unicode.Scalar(introducer)))
      return take(byte)
    }
    switch byte {
    case 0x1B: state = .stringEscape
    case 0x07: abandon()
    case 0x00..<0x20:
      abandon()
      take(byte)
    default:
      pending.append(byte)
      if pending.count == Self.maximalSequence { abandon() }
    }
  }

  private mutating func takeStringEnd(_ byte: UInt8) {
    let isEnd = byte == UInt8(ascii: "\\")
    abandon()
    if isEnd { return }
    state = .escape
    take(byte)
  }

  // MARK: - Ends

  private mutating func leave() {
    state = .ground
    isAlt = false
    pending.removeAll(keepingCapacity: true)
  }

  /// Delivers what was read as it is.
  private mutating func abandon() {
    let second: UInt8 =
      switch state {
      case .string, .stringEscape: introducer
      case .single: UInt8(ascii: "O")
      default: UInt8(ascii: "[")
      }
    let type = state == .oldMouse ? [UInt8(ascii: "M")] : []
    deliver(.reply([0x1B, second] + type + pending))
    leave()
  }

  /// Delivers the second byte of a sequence that is none as a key with alt.
  private mutating func giveUp(_ character: Character) {
    deliver(.key(KeyPress(.character(character), .alt)))
    leave()
  }
}
