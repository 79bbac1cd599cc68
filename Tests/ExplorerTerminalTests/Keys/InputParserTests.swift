import TestSupport
import Testing

@testable import ExplorerTerminal

/// What bytes of a terminal mean; `^[` stands for the escape character, as terminals show it.
@Suite(.inTurn) struct InputParserTests {
  /// Takes all bytes at once, and then the end of the burst.
  static func inputs(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
    var parser = InputParser()
    return parser.take(bytes) + parser.endOfBurst()
  }

  static func inputs(_ text: String) -> [TerminalInput] { inputs(escaped(text)) }

  static func key(_ key: Key, _ modifiers: KeyModifiers = []) -> TerminalInput {
    .key(KeyPress(key, modifiers))
  }

  static func typed(_ text: String) -> [TerminalInput] {
    text.unicodeScalars.map { key(.character(Character($0))) }
  }

  static func press(
    _ button: MousePress.Button,
    _ row: Int,
    _ column: Int,
    modifiers: KeyModifiers = [],
    isRelease: Bool = false,
    isDrag: Bool = false
  ) -> TerminalInput {
    .mouse(
      .init(
        button,
        row: row,
        column: column,
        modifiers: modifiers,
        isRelease: isRelease,
        isDrag: isDrag
      )
    )
  }

  static func reply(_ text: String) -> TerminalInput { .reply(escaped(text)) }

  static let keys: [(bytes: String, key: Key, modifiers: KeyModifiers)] = [
    ("a", "a", []), ("A", "A", []), ("é", "é", []), ("茶", "茶", []), ("🙂", "🙂", []),
    ("\r", .enter, []), ("\n", .enter, []), ("\t", .tab, []), ("^[", .escape, []),
    ("\u{7F}", .backspace, []), ("\u{8}", .backspace, []), ("\u{0}", " ", .control),
    ("\u{1}", "a", .control), ("\u{1A}", "z", .control), ("\u{1C}", "\\", .control),
    ("\u{1F}", "_", .control),
    // Alt.
    ("^[a", "a", .alt), ("^[é", "é", .alt), ("^[\r", .enter, .alt), ("^[\u{7F}", .backspace, .alt),
    ("^[\u{1}", "a", [.control, .alt]), ("^[[", "[", .alt), ("^[O", "O", .alt), ("^[]", "]", .alt),
    ("^[P", "P", .alt), ("^[_", "_", .alt), ("^[^", "^", .alt), ("^[X", "X", .alt),
    // Arrows and their neighbors.
    ("^[[A", .up, []), ("^[[B", .down, []), ("^[[C", .right, []), ("^[[D", .left, []),
    ("^[[H", .home, []), ("^[[F", .end, []), ("^[OA", .up, []), ("^[OD", .left, []),
    ("^[OH", .home, []), ("^[[1;2A", .up, .shift), ("^[[1;3B", .down, .alt),
    ("^[[1;5C", .right, .control), ("^[[1;8D", .left, [.shift, .alt, .control]),
    ("^[[;5A", .up, .control), ("^[[5A", .up, .control), ("^[O5A", .up, .control),
    ("^[[1;33A", .up, .alt), ("^[[1;65A", .up, []), ("^[[1;129A", .up, []), ("^[[1~", .home, []),
    ("^[[2~", .insert, []), ("^[[3~", .delete, []), ("^[[4~", .end, []), ("^[[5~", .pageUp, []),
    ("^[[6~", .pageDown, []), ("^[[7~", .home, []), ("^[[8~", .end, []),
    ("^[[3;5~", .delete, .control), ("^[[Z", .backTab, []), ("^[[1;2Z", .backTab, []),
    ("^[[1;6Z", .backTab, .control),
    // Function keys.
    ("^[OP", .function(1), []), ("^[OS", .function(4), []), ("^[[P", .function(1), []),
    ("^[[1;2P", .function(1), .shift), ("^[[1;5R", .function(3), .control),
    ("^[[11~", .function(1), []), ("^[[15~", .function(5), []), ("^[[17~", .function(6), []),
    ("^[[21~", .function(10), []), ("^[[24;2~", .function(12), .shift),
    ("^[[25~", .function(13), []), ("^[[29~", .function(16), []), ("^[[34~", .function(20), []),
    ("^[[[A", .function(1), []), ("^[[[E", .function(5), []),
    // The block of digits.
    ("^[OM", .enter, []), ("^[Op", "0", []), ("^[Ok", "+", []),
    // How rxvt says modifiers.
    ("^[[a", .up, .shift), ("^[Od", .left, .control), ("^[[3^", .delete, .control),
    ("^[[7$", .home, .shift), ("^[[6@", .pageDown, [.control, .shift]), ("^[^[[A", .up, .alt),
    ("^[^[OA", .up, .alt),
    // Codes of keys.
    ("^[[97u", "a", []), ("^[[97;5u", "a", .control), ("^[[97;2u", "A", []),
    ("^[[97:65;2u", "A", []), ("^[[49:33;2u", "!", []), ("^[[223;2u", "ß", []),
    ("^[[97;5:2u", "a", .control), ("^[[97::99;5u", "a", .control), ("^[[27u", .escape, []),
    ("^[[13;2u", .enter, .shift), ("^[[9;2u", .backTab, []), ("^[[9;5u", .tab, .control),
    ("^[[127;5u", .backspace, .control), ("^[[57376u", .function(13), []),
    ("^[[57400;5u", "1", .control), ("^[[57419;2u", .up, .shift), ("^[[27;5;97~", "a", .control),
    ("^[[27;2;13~", .enter, .shift), ("^[[1;5:1A", .up, .control),
  ]

  @Test(arguments: keys)
  func `a key is recognized`(bytes: String, key: Key, modifiers: KeyModifiers) {
    var parser = InputParser()
    #expect(parser.take(bytes) + parser.endOfBurst() == [Self.key(key, modifiers)])
    #expect(!parser.isInTheMiddle)
    // Nothing is left that would act on the next one.
    #expect(parser.take("x") == Self.typed("x"))
  }

  static let several: [(bytes: String, inputs: [TerminalInput])] = [
    ("^[^[", [key(.escape), key(.escape)]), ("^[^[^[", [key(.escape), key(.escape), key(.escape)]),
    ("^[^[a", [key(.escape), key("a", .alt)]), ("^[^[[", [key(.escape), key("[", .alt)]),
    ("^[[[", [key("[", .alt), key("[")]), ("^[[[x", [key("[", .alt), key("["), key("x")]),
    ("^[Oé", [key("O", .alt), key("é")]), ("^[O\r", [key("O", .alt), key(.enter)]),
    ("^[Oz", [key("O", .alt), key("z")]), ("^[]a", [key("]", .alt), key("a")]),
    ("^[Pq", [key("P", .alt), key("q")]), ("e\u{301}", [key("e"), key("\u{301}")]),
    // Releases of keys, and movements of the mouse.
    ("^[[97;1:3u", []), ("^[[1;1:3A", []), ("^[[3;1:3~", []), ("^[[<35;1;1M", []),
    // Focus.
    ("^[[I^[[O", [.focus(true), .focus(false)]),
    // The mouse.
    ("^[[<0;3;2M", [press(.left, 1, 2)]), ("^[[<0;3;2m", [press(.left, 1, 2, isRelease: true)]),
    ("^[[<32;7;2M", [press(.left, 1, 6, isDrag: true)]), ("^[[<96;7;2M", []),
    ("^[[<50;7;2M", [press(.right, 1, 6, modifiers: .control, isDrag: true)]),
    ("^[[M@'\"", [press(.left, 1, 6, isDrag: true)]),
    ("^[[<1;1;1M", [press(.middle, 0, 0)]),
    ("^[[<18;300;1M", [press(.right, 0, 299, modifiers: .control)]),
    ("^[[<64;1;9M", [press(.wheelUp, 8, 0)]),
    ("^[[<77;1;9M", [press(.wheelDown, 8, 0, modifiers: [.alt, .shift])]), ("^[[<0;0;0M", []),
    ("^[[<128;1;1M", []), ("^[[M #\"", [press(.left, 1, 2)]),
    ("^[[M##\"", [press(.left, 1, 2, isRelease: true)]), ("^[[M`!!", [press(.wheelUp, 0, 0)]),
    // Pastes.
    ("^[[200~a\rb\r\nc\nd^[[201~", [.paste("a\nb\nc\nd")]), ("^[[200~^[[201~", [.paste("")]),
    ("^[[200~^[[A^[[201^[[201~", [.paste("\u{1B}[A\u{1B}[201")]),
    ("^[[200~👩‍👩‍👧é^[[201~x", [.paste("👩‍👩‍👧é"), key("x")]),
    // Answers.
    ("^[[?62;4c", [reply("^[[?62;4c")]), ("^[[0n", [reply("^[[0n")]),
    ("^[[12;40R", [reply("^[[12;40R")]), ("^[[?1;1R", [reply("^[[?1;1R")]),
    ("^[[?2026;2$y", [reply("^[[?2026;2$y")]),
    ("^[]11;rgb:ff/ff/ff^[\\", [reply("^[]11;rgb:ff/ff/ff")]),
    ("^[]11;rgb:ff/ff/ff\u{7}", [reply("^[]11;rgb:ff/ff/ff")]),
    ("^[P>|xterm(1)^[\\q", [reply("^[P>|xterm(1)"), key("q")]),
    // The escape key, and then what no key sends.
    ("^[^[[I", [key(.escape), .focus(true)]), ("^[^[[<0;3;2M", [key(.escape), press(.left, 1, 2)]),
    ("^[^[[<35;1;1M", [key(.escape)]), ("^[^[[M #\"", [key(.escape), press(.left, 1, 2)]),
    ("^[^[[0n", [key(.escape), reply("^[[0n")]), ("^[^[O5z", [key(.escape), reply("^[O5z")]),
    ("^[^[]11;x\u{7}", [key(.escape), reply("^[]11;x")]),
    ("^[^[[200~a^[[201~", [key(.escape), .paste("a")]),
    ("^[^[[1;^[[A", [key(.escape), reply("^[[1;"), key(.up)]),
    // Sequences that are none, or end too early.
    ("^[[999~", [reply("^[[999~")]), ("^[[1;^[[A", [reply("^[[1;"), key(.up)]),
    ("^[[1;\r", [reply("^[[1;"), key(.enter)]), ("^[]1\u{3}", [reply("^[]1"), key("c", .control)]),
    ("^[]1^[[A", [reply("^[]1"), key(.up)]),
  ]

  @Test(arguments: several)
  func `bytes mean what their terminals say`(bytes: String, inputs: [TerminalInput]) {
    #expect(Self.inputs(bytes) == inputs)
  }

  @Test func `a lone escape character is a key at the end of a burst`() {
    var parser = InputParser()
    #expect(parser.take("^[") == [])
    #expect(parser.isInTheMiddle)
    #expect(parser.endOfBurst() == [Self.key(.escape)])
    #expect(!parser.isInTheMiddle)
  }

  @Test func `what can only be the beginning of a sequence outlasts the end of a burst`() {
    var parser = InputParser()
    #expect(parser.take("^[[1;") + parser.endOfBurst() == [])
    #expect(parser.take("5A") == [Self.key(.up, .control)])
    #expect(parser.take([0xC3]) + parser.endOfBurst() == [])
    #expect(parser.isInTheMiddle)
    #expect(parser.take([0xA9]) == Self.typed("é"))
    #expect(parser.take("^[[200~a") + parser.endOfBurst() == [])
    #expect(parser.take("b^[[201~") == [.paste("ab")])
    #expect(!parser.isInTheMiddle)
  }

  @Test func `bytes that are not UTF-8 become replacement characters, and none is lost`() {
    var random = SplitMix64(seed: 3)
    let interesting: [UInt8] = [
      0x41, 0x80, 0xBF, 0xC0, 0xC2, 0xE0, 0x9F, 0xA0, 0xED, 0xEF, 0xF0, 0x8F, 0x90, 0xF4, 0xF5,
      0xFF,
    ]
    for _ in 0..<5_000 {
      let bytes = (0..<random.pick(1..<9)).map { _ in interesting[random.pick(0..<16)] } + [0x41]
      #expect(Self.inputs(bytes) == Self.typed(String(decoding: bytes, as: UTF8.self)))
    }
  }

  @Test func `a paste that is too long is refused, and says how long it was`() {
    let limit = InputParser.maximalPaste
    func paste(_ count: Int) -> [TerminalInput] {
      Self.inputs("^[[200~" + String(repeating: "a", count: count) + "^[[201~x")
    }
    #expect(paste(limit) == [.paste(String(repeating: "a", count: limit))] + Self.typed("x"))
    #expect(paste(limit + 1) == [.refusedPaste(byteCount: limit + 1)] + Self.typed("x"))
  }

  @Test func `a paste whose end is lost can be ended, and keys are keys again`() {
    var parser = InputParser()
    #expect(parser.endOfPaste() == [])
    #expect(parser.take("^[[200~ab^[[20") + parser.endOfBurst() == [])
    #expect(parser.isInPaste)
    #expect(parser.endOfPaste() == [.paste("ab")])
    #expect(!parser.isInPaste && !parser.isInTheMiddle)
    #expect(parser.take("\u{3}") == [Self.key("c", .control)])
    let count = InputParser.maximalPaste + 100
    #expect(parser.take("^[[200~" + String(repeating: "a", count: count)) == [])
    #expect(parser.endOfPaste() == [.refusedPaste(byteCount: count)])
  }

  @Test func `a sequence without an end is abandoned`() {
    let digits = String(repeating: "1", count: InputParser.maximalSequence)
    for introducer in ["^[[", "^[]"] {
      let inputs = Self.inputs(introducer + digits + "x")
      #expect(inputs == [Self.reply(introducer + digits)] + Self.typed("x"))
    }
  }

  @Test func `bytes mean the same wherever they are cut`() {
    var random = SplitMix64(seed: 4)
    let pieces = Self.keys.map(\.bytes) + Self.several.map(\.bytes)
    for _ in 0..<2_000 {
      var bytes: [UInt8] = []
      for _ in 0..<random.pick(1..<6) {
        bytes += escaped(pieces[random.pick(pieces.indices)])
        if random.pick(0..<4) == 0 { bytes.removeLast() }
        if random.pick(0..<4) == 0 { bytes.append(UInt8(random.pick(0..<256))) }
      }
      var parser = InputParser()
      var inputs: [TerminalInput] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = random.pick(1..<6)
        inputs += parser.take(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      inputs += parser.endOfBurst()
      #expect(inputs == Self.inputs(bytes), "\(bytes)")
    }
  }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  package init(extendedGraphemeClusterLiteral value: Character) { self = .character(value) }
}

extension InputParser {
  fileprivate mutating func take(_ text: String) -> [TerminalInput] { take(escaped(text)) }
}

private func escaped(_ text: String) -> [UInt8] { Array(text.replacing("^[", with: "\u{1B}").utf8) }
