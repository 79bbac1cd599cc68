/// Turns what a terminal sends into keys, wherever reading has cut it.
///
/// The escape key sends the byte with which sequences begin. So when nothing follows for a moment,
/// call ``endOfBurst()``, which tells the two apart:
///
///     inputs += parser.take(bytes)
///     if parser.isInTheMiddle, nothingFollows { inputs += parser.endOfBurst() }
///
/// Every buffer has a bound. Nothing that is typed is lost: bytes that aren't UTF-8 become U+FFFD.
package struct InputParser: Sendable {
  /// The maximum number of bytes of a paste.
  package static let maximalPaste = 1 << 20
  /// The maximum number of bytes of a control sequence.
  static let maximalSequence = 256
  /// The maximum number of bytes of a string, such as the answer to a question for a color.
  static let maximalString = 4096

  private enum State {
    case ground
    /// Behind the escape character.
    case escape
    /// Within `ESC [`.
    case sequence
    /// Behind `ESC [ [`, with which a Linux console's function keys begin.
    case console
    /// Behind `ESC [ M`: three bytes of the mouse's first protocol.
    case oldMouse
    /// Within `ESC O`.
    case single
    /// Within a string such as `ESC ] 11 ; … ESC \`.
    case string
    case stringEscape
    case paste
  }

  private var state = State.ground
  private var decoder = UTF8Decoder()
  /// Whether an escape character stands in front of what is being read: that's the key with alt.
  private var isAlt = false
  /// What was read of a sequence behind `ESC`.
  private var pending: [UInt8] = []
  private var inputs: [TerminalInput] = []

  package init() {}

  /// Whether bytes wait for others, or for ``endOfBurst()``.
  package var isInTheMiddle: Bool { state != .ground || decoder.isInTheMiddle }

  /// Takes bytes, and returns what they complete.
  package mutating func take(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
    for byte in bytes { take(byte) }
    defer { inputs = [] }
    return inputs
  }

  /// Takes the end of what was sent at once, and returns what it completes: a lone `ESC` is a key.
  package mutating func endOfBurst() -> [TerminalInput] {
    if state == .escape {
      state = .ground
      return [.key(KeyPress(.escape))]
    }
    return []
  }

  private mutating func take(_ byte: UInt8) {
    switch byte {
    case 0x0D: inputs.append(.key(KeyPress(.enter)))
    case 0x1B: state = .escape
    default:
      if case .scalar(let scalar) = decoder.take(byte) {
        inputs.append(.key(KeyPress(.character(Character(scalar)))))
      }
    }
  }
}
