import TestSupport
import Testing

@testable import ExplorerTerminal

/// What bytes of a terminal mean.
@Suite(.inTurn) struct InputParserTests {
  /// Takes all bytes at once, and then the end of the burst.
  static func inputs(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
    var parser = InputParser()
    return parser.take(bytes) + parser.endOfBurst()
  }

  static func inputs(_ text: String) -> [TerminalInput] { inputs(text.utf8) }

  static func key(_ key: Key, _ modifiers: KeyModifiers = []) -> TerminalInput {
    .key(KeyPress(key, modifiers))
  }

  static func typed(_ text: String) -> [TerminalInput] {
    text.unicodeScalars.map { key(.character(Character($0))) }
  }

  static let keys: [(bytes: String, key: Key, modifiers: KeyModifiers)] = [
    ("a", .character("a"), []), ("A", .character("A"), []), ("é", .character("é"), []),
    ("茶", .character("茶"), []), ("🙂", .character("🙂"), []),
    ("\r", .enter, []), ("\n", .enter, []), ("\t", .tab, []), ("\u{1B}", .escape, []),
    ("\u{7F}", .backspace, []), ("\u{8}", .backspace, []), ("\u{0}", .character(" "), .control),
    ("\u{1}", .character("a"), .control), ("\u{1A}", .character("z"), .control),
    ("\u{1C}", .character("\\"), .control), ("\u{1F}", .character("_"), .control),
    // Alt.
    ("\u{1B}a", .character("a"), .alt), ("\u{1B}é", .character("é"), .alt),
    ("\u{1B}\r", .enter, .alt), ("\u{1B}\u{7F}", .backspace, .alt),
    ("\u{1B}\u{1}", .character("a"), [.control, .alt]), ("\u{1B}[", .character("["), .alt),
    ("\u{1B}O", .character("O"), .alt), ("\u{1B}]", .character("]"), .alt),
    ("\u{1B}P", .character("P"), .alt), ("\u{1B}_", .character("_"), .alt),
    ("\u{1B}^", .character("^"), .alt), ("\u{1B}X", .character("X"), .alt),
    // Arrows and their neighbors.
    ("\u{1B}[A", .up, []), ("\u{1B}[B", .down, []), ("\u{1B}[C", .right, []),
    ("\u{1B}[D", .left, []), ("\u{1B}[H", .home, []), ("\u{1B}[F", .end, []),
    ("\u{1B}OA", .up, []), ("\u{1B}OD", .left, []), ("\u{1B}OH", .home, []),
    ("\u{1B}[1;2A", .up, .shift), ("\u{1B}[1;3B", .down, .alt), ("\u{1B}[1;5C", .right, .control),
    ("\u{1B}[1;8D", .left, [.shift, .alt, .control]), ("\u{1B}[;5A", .up, .control),
    ("\u{1B}[5A", .up, .control), ("\u{1B}O5A", .up, .control), ("\u{1B}[1;33A", .up, .alt),
    ("\u{1B}[1;65A", .up, []), ("\u{1B}[1;129A", .up, []),
    ("\u{1B}[1~", .home, []), ("\u{1B}[2~", .insert, []), ("\u{1B}[3~", .delete, []),
    ("\u{1B}[4~", .end, []), ("\u{1B}[5~", .pageUp, []), ("\u{1B}[6~", .pageDown, []),
    ("\u{1B}[7~", .home, []), ("\u{1B}[8~", .end, []), ("\u{1B}[3;5~", .delete, .control),
    ("\u{1B}[Z", .backTab, []), ("\u{1B}[1;2Z", .backTab, []), ("\u{1B}[1;6Z", .backTab, .control),
    // Function keys.
    ("\u{1B}OP", .function(1), []), ("\u{1B}OS", .function(4), []), ("\u{1B}[P", .function(1), []),
    ("\u{1B}[1;2P", .function(1), .shift), ("\u{1B}[1;5R", .function(3), .control),
    ("\u{1B}[11~", .function(1), []), ("\u{1B}[15~", .function(5), []),
    ("\u{1B}[17~", .function(6), []), ("\u{1B}[21~", .function(10), []),
    ("\u{1B}[24;2~", .function(12), .shift), ("\u{1B}[25~", .function(13), []),
    ("\u{1B}[29~", .function(16), []), ("\u{1B}[34~", .function(20), []),
    ("\u{1B}[[A", .function(1), []), ("\u{1B}[[E", .function(5), []),
    // The block of digits.
    ("\u{1B}OM", .enter, []), ("\u{1B}Op", .character("0"), []), ("\u{1B}Ok", .character("+"), []),
    // How rxvt says modifiers.
    ("\u{1B}[a", .up, .shift), ("\u{1B}Od", .left, .control), ("\u{1B}[3^", .delete, .control),
    ("\u{1B}[7$", .home, .shift), ("\u{1B}[6@", .pageDown, [.control, .shift]),
    ("\u{1B}\u{1B}[A", .up, .alt), ("\u{1B}\u{1B}OA", .up, .alt),
    // Codes of keys.
    ("\u{1B}[97u", .character("a"), []), ("\u{1B}[97;5u", .character("a"), .control),
    ("\u{1B}[97;2u", .character("A"), []), ("\u{1B}[97:65;2u", .character("A"), []),
    ("\u{1B}[49:33;2u", .character("!"), []), ("\u{1B}[223;2u", .character("ß"), []),
    ("\u{1B}[97;5:2u", .character("a"), .control), ("\u{1B}[97::99;5u", .character("a"), .control),
    ("\u{1B}[27u", .escape, []), ("\u{1B}[13;2u", .enter, .shift), ("\u{1B}[9;2u", .backTab, []),
    ("\u{1B}[9;5u", .tab, .control), ("\u{1B}[127;5u", .backspace, .control),
    ("\u{1B}[57376u", .function(13), []), ("\u{1B}[57400;5u", .character("1"), .control),
    ("\u{1B}[57419;2u", .up, .shift), ("\u{1B}[27;5;97~", .character("a"), .control),
    ("\u{1B}[27;2;13~", .enter, .shift), ("\u{1B}[1;5:1A", .up, .control),
  ]

  @Test(arguments: keys)
  func `a key is recognized`(bytes: String, key: Key, modifiers: KeyModifiers) {
    var parser = InputParser()
    #expect(parser.take(bytes.utf8) + parser.endOfBurst() == [Self.key(key, modifiers)])
    #expect(!parser.isInTheMiddle)
    // Nothing is left that would act on the next one.
    #expect(parser.take("x".utf8) == Self.typed("x"))
  }

  static let several: [(bytes: String, inputs: [TerminalInput])] = [
    ("\u{1B}\u{1B}", [key(.escape), key(.escape)]),
    ("\u{1B}\u{1B}\u{1B}", [key(.escape), key(.escape), key(.escape)]),
    ("\u{1B}\u{1B}a", [key(.escape), key(.character("a"), .alt)]),
    ("\u{1B}\u{1B}[", [key(.escape), key(.character("["), .alt)]),
    ("\u{1B}[[", [key(.character("["), .alt), key(.character("["))]),
    ("\u{1B}[[x", [key(.character("["), .alt), key(.character("[")), key(.character("x"))]),
    ("\u{1B}Oé", [key(.character("O"), .alt), key(.character("é"))]),
    ("\u{1B}O\r", [key(.character("O"), .alt), key(.enter)]),
    ("\u{1B}Oz", [key(.character("O"), .alt), key(.character("z"))]),
    ("\u{1B}]a", [key(.character("]"), .alt), key(.character("a"))]),
    ("\u{1B}Pq", [key(.character("P"), .alt), key(.character("q"))]),
    ("e\u{301}", [key(.character("e")), key(.character("\u{301}"))]),
    // Releases of keys, and movements of the mouse.
    ("\u{1B}[97;1:3u", []), ("\u{1B}[1;1:3A", []), ("\u{1B}[3;1:3~", []), ("\u{1B}[<35;1;1M", []),
    // Focus.
    ("\u{1B}[I\u{1B}[O", [.focus(true), .focus(false)]),
    // The mouse.
    ("\u{1B}[<0;3;2M", [.mouse(MousePress(.left, row: 1, column: 2))]),
    ("\u{1B}[<0;3;2m", [.mouse(MousePress(.left, row: 1, column: 2, isRelease: true))]),
    ("\u{1B}[<1;1;1M", [.mouse(MousePress(.middle, row: 0, column: 0))]),
    ("\u{1B}[<18;300;1M", [.mouse(MousePress(.right, row: 0, column: 299, modifiers: .control))]),
    ("\u{1B}[<64;1;9M", [.mouse(MousePress(.wheelUp, row: 8, column: 0))]),
    (
      "\u{1B}[<77;1;9M",
      [.mouse(MousePress(.wheelDown, row: 8, column: 0, modifiers: [.alt, .shift]))]
    ),
    ("\u{1B}[<0;0;0M", []), ("\u{1B}[<128;1;1M", []),
    ("\u{1B}[M #\"", [.mouse(MousePress(.left, row: 1, column: 2))]),
    ("\u{1B}[M##\"", [.mouse(MousePress(.left, row: 1, column: 2, isRelease: true))]),
    ("\u{1B}[M`!!", [.mouse(MousePress(.wheelUp, row: 0, column: 0))]),
    // Pastes.
    ("\u{1B}[200~a\rb\r\nc\nd\u{1B}[201~", [.paste("a\nb\nc\nd")]),
    ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
    ("\u{1B}[200~\u{1B}[A\u{1B}[201\u{1B}[201~", [.paste("\u{1B}[A\u{1B}[201")]),
    ("\u{1B}[200~👩‍👩‍👧é\u{1B}[201~x", [.paste("👩‍👩‍👧é"), key(.character("x"))]),
    // Answers.
    ("\u{1B}[?62;4c", [.reply(Array("\u{1B}[?62;4c".utf8))]),
    ("\u{1B}[0n", [.reply(Array("\u{1B}[0n".utf8))]),
    ("\u{1B}[12;40R", [.reply(Array("\u{1B}[12;40R".utf8))]),
    ("\u{1B}[?1;1R", [.reply(Array("\u{1B}[?1;1R".utf8))]),
    ("\u{1B}[?2026;2$y", [.reply(Array("\u{1B}[?2026;2$y".utf8))]),
    ("\u{1B}]11;rgb:ff/ff/ff\u{1B}\\", [.reply(Array("\u{1B}]11;rgb:ff/ff/ff".utf8))]),
    ("\u{1B}]11;rgb:ff/ff/ff\u{7}", [.reply(Array("\u{1B}]11;rgb:ff/ff/ff".utf8))]),
    (
      "\u{1B}P>|xterm(1)\u{1B}\\q", [.reply(Array("\u{1B}P>|xterm(1)".utf8)), key(.character("q"))]
    ),
    // The escape key, and then what no key sends.
    ("\u{1B}\u{1B}[I", [key(.escape), .focus(true)]),
    (
      "\u{1B}\u{1B}[<0;3;2M",
      [key(.escape), .mouse(MousePress(.left, row: 1, column: 2))]
    ),
    ("\u{1B}\u{1B}[<35;1;1M", [key(.escape)]),
    (
      "\u{1B}\u{1B}[M #\"",
      [key(.escape), .mouse(MousePress(.left, row: 1, column: 2))]
    ),
    ("\u{1B}\u{1B}[0n", [key(.escape), .reply(Array("\u{1B}[0n".utf8))]),
    ("\u{1B}\u{1B}O5z", [key(.escape), .reply(Array("\u{1B}O5z".utf8))]),
    ("\u{1B}\u{1B}]11;x\u{7}", [key(.escape), .reply(Array("\u{1B}]11;x".utf8))]),
    ("\u{1B}\u{1B}[200~a\u{1B}[201~", [key(.escape), .paste("a")]),
    ("\u{1B}\u{1B}[1;\u{1B}[A", [key(.escape), .reply(Array("\u{1B}[1;".utf8)), key(.up)]),
    // Sequences that are none, or end too early.
    ("\u{1B}[999~", [.reply(Array("\u{1B}[999~".utf8))]),
    ("\u{1B}[1;\u{1B}[A", [.reply(Array("\u{1B}[1;".utf8)), key(.up)]),
    ("\u{1B}[1;\r", [.reply(Array("\u{1B}[1;".utf8)), key(.enter)]),
    ("\u{1B}]1\u{3}", [.reply(Array("\u{1B}]1".utf8)), key(.character("c"), .control)]),
    ("\u{1B}]1\u{1B}[A", [.reply(Array("\u{1B}]1".utf8)), key(.up)]),
  ]

  @Test(arguments: several)
  func `bytes mean what their terminals say`(bytes: String, inputs: [TerminalInput]) {
    #expect(Self.inputs(bytes) == inputs)
  }

  @Test func `a lone escape character is a key at the end of a burst`() {
    var parser = InputParser()
    #expect(parser.take([0x1B]) == [])
    #expect(parser.isInTheMiddle)
    #expect(parser.endOfBurst() == [Self.key(.escape)])
    #expect(!parser.isInTheMiddle)
  }

  @Test func `what can only be the beginning of a sequence outlasts the end of a burst`() {
    var parser = InputParser()
    #expect(parser.take("\u{1B}[1;".utf8) + parser.endOfBurst() == [])
    #expect(parser.take("5A".utf8) == [Self.key(.up, .control)])
    #expect(parser.take([0xC3]) + parser.endOfBurst() == [])
    #expect(parser.isInTheMiddle)
    #expect(parser.take([0xA9]) == Self.typed("é"))
    #expect(parser.take("\u{1B}[200~a".utf8) + parser.endOfBurst() == [])
    #expect(parser.take("b\u{1B}[201~".utf8) == [.paste("ab")])
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
      let begin = Array("\u{1B}[200~".utf8)
      let text = [UInt8](repeating: 0x61, count: count)
      return Self.inputs(begin + text + "\u{1B}[201~x".utf8)
    }
    #expect(paste(limit) == [.paste(String(repeating: "a", count: limit))] + Self.typed("x"))
    #expect(paste(limit + 1) == [.refusedPaste(byteCount: limit + 1)] + Self.typed("x"))
  }

  @Test func `a paste whose end is lost can be ended, and keys are keys again`() {
    var parser = InputParser()
    #expect(parser.endOfPaste() == [])
    #expect(parser.take("\u{1B}[200~ab\u{1B}[20".utf8) + parser.endOfBurst() == [])
    #expect(parser.isInPaste)
    #expect(parser.endOfPaste() == [.paste("ab")])
    #expect(!parser.isInPaste && !parser.isInTheMiddle)
    #expect(parser.take("\u{3}".utf8) == [Self.key(.character("c"), .control)])
    let many = [UInt8](repeating: 0x61, count: InputParser.maximalPaste + 100)
    #expect(parser.take("\u{1B}[200~".utf8 + many) == [])
    #expect(parser.endOfPaste() == [.refusedPaste(byteCount: many.count)])
  }

  @Test func `a sequence without an end is abandoned`() {
    let digits = String(repeating: "1", count: InputParser.maximalSequence)
    for introducer in ["\u{1B}[", "\u{1B}]"] {
      let inputs = Self.inputs(introducer + digits + "x")
      #expect(inputs == [.reply(Array((introducer + digits).utf8))] + Self.typed("x"))
    }
  }

  @Test func `bytes mean the same wherever they are cut`() {
    var random = SplitMix64(seed: 4)
    let pieces = Self.keys.map(\.bytes) + Self.several.map(\.bytes)
    for _ in 0..<2_000 {
      var bytes: [UInt8] = []
      for _ in 0..<random.pick(1..<6) {
        bytes += pieces[random.pick(0..<pieces.count)].utf8
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
