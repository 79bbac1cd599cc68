import SluiceTree
import SluiceWire
import TestSupport
import Testing

private func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }
private func text(_ tree: Tree) -> String {
  String(decoding: JSONText.bytes(of: tree), as: UTF8.self)
}

@Suite(.inTurn)
struct JSONTextTests {
  private static func enumCase(_ name: String, _ value: Tree) -> Tree {
    .enumCase(name: name, payload: .init([.init(key: "_0", value: value)]))
  }
  private static func cut(_ kind: String, _ kept: String) -> String {
    #"{"$":"cut","kind":"\#(kind)","kept":"\#(kept)","omitted":3}"#
  }

  @Test func `every kind of value has one text and comes back the same`() throws {
    let rows: [(Tree, String)] = [
      (.null, "null"), (true, "true"), (1, "1"), (1.0, "1.0"), (.double(-0.0), "-0.0"),
      (0.1, "0.1"), (1e22, "1e+22"), (.double(.leastNonzeroMagnitude), "5e-324"),
      (.integer(.min), "-9223372036854775808"),
      (Tree(UInt64.max), "18446744073709551615"),
      (Tree(Int128.min), "-170141183460469231731687303715884105728"),
      (Tree(UInt128.max), "340282366920938463463374607431768211455"),
      (.double(.nan), #"{"$":"float","value":"nan"}"#),
      (.double(-.infinity), #"{"$":"float","value":"-inf"}"#),
      ("a\n\r\t\"\\/\u{1B}é😀\u{7F}", #""a\n\r\t\"\\/\u001bé😀\u007f""#),
      (["b": 1, "a": [], "": [:]], #"{"b":1,"a":[],"":{}}"#),
      (["$": 1, "$$x": 2, "a$": "$"], #"{"$$":1,"$$$x":2,"a$":"$"}"#),
      (.data([]), #"{"$":"data","base64":""}"#),
      (.data([1]), #"{"$":"data","base64":"AQ=="}"#),
      (.data([1, 2]), #"{"$":"data","base64":"AQI="}"#),
      (.data([0xFB, 0xFF, 3]), #"{"$":"data","base64":"+/8D"}"#),
      (.date(.init(secondsSince1970: 0.5)), #"{"$":"date","seconds":0.5}"#),
      (.enumCase(name: "on", payload: .init()), #"{"$":"case","name":"on"}"#),
      (Self.enumCase("at", 2), #"{"$":"case","name":"at","payload":{"_0":2}}"#),
      (.opaque(typeName: "Closure"), #"{"$":"opaque","typeName":"Closure"}"#),
      (.redacted, #"{"$":"redacted"}"#),
      (.cut(.depth(typeName: "T")), #"{"$":"cut","kind":"depth","typeName":"T"}"#),
      (.cut(.elements(3)), #"{"$":"cut","kind":"elements","omitted":3}"#),
      (.cut(.members(3)), #"{"$":"cut","kind":"members","omitted":3}"#),
      (.cut(.characters(kept: "a", omitted: 3)), Self.cut("characters", "a")),
      (.cut(.bytes(kept: [1], omitted: 3)), Self.cut("bytes", "AQ==")),
    ]
    for (tree, written) in rows {
      #expect(text(tree) == written)
      #expect(try JSONText.tree(of: bytes(written)) == tree)
      #expect(JSONText.length(of: tree) == written.utf8.count, "\(written)")
    }
  }

  @Test func `text that others write differently is read`() throws {
    let rows: [(String, Tree)] = [
      (" [ 1 , { \"a\" :\t2 } ]\r\n", [1, ["a": 2]]),
      (#""\u0041\u00e9\ud83d\ude00\/\b\f""#, "Aé😀/\u{8}\u{C}"),
      ("-0", 0), ("-0.0e0", .double(-0.0)), ("1E2", 100.0), ("1e-400", 0.0),
      ("12345678901234567890.0", 12_345_678_901_234_567_890.0),
      (#"{"$":"date","seconds":3}"#, .date(.init(secondsSince1970: 3))),
      (#"{"$":"hologram","beams":[1,{"$":"redacted"}]}"#, .opaque(typeName: "hologram")),
      (#"{"$":"redacted","since":3}"#, .redacted),
    ]
    for (text, tree) in rows { #expect(try JSONText.tree(of: bytes(text)) == tree, "\(text)") }
  }

  private static func unexpected(_ character: String) -> String {
    "“\(character)” is not expected here"
  }
  private static func missing(_ key: String, in tag: String) -> String {
    #"in the tagged value "\#(tag)", "\#(key)" is missing or has another type"#
  }
  private static func tagged(_ key: String) -> String {
    #"the key "\#(key)" begins with a single $, which marks tagged values, and tags come first and "#
      + "once; double the $ of a key of your own"
  }
  private static let ends = "the text ends in the middle of a value"
  private static let escape = "there is no such escape"
  private static let half = "half of a surrogate pair lacks its other half"
  private static let digits = "the digits are not a JSON number"
  private static let wide = "the number fits neither 128 bits nor a double"
  private static let twice = #"the key "a" comes twice in one object"#

  static let damaged: [(text: String, place: Int, reason: String)] = [
    ("", 0, ends), ("[1", 2, ends), ("nul", 3, ends), ("\"a", 2, ends), (#""\u12"#, 5, ends),
    (#""\"#, 2, ends), ("-", 1, ends), ("1.", 2, ends),
    ("[1,]", 3, unexpected("]")), ("{,}", 1, unexpected(",")), ("{\"a\":1,}", 7, unexpected("}")),
    ("{\"a\" 1}", 5, unexpected("1")), ("nuLl", 2, unexpected("L")),
    ("[\u{1}]", 1, "byte 0x01 is not expected here"),
    ("\"a\tb\"", 2, "byte 0x09 must be escaped in a string"),
    ("1 2", 2, "there is more after the value"),
    (#""\x""#, 1, escape), (#""\u12g4""#, 1, escape),
    (#""a\ud83d""#, 2, half), (#""\ude00\ud83d""#, 1, half), (#""\ud83d\u0041""#, 1, half),
    (#""\ud83d\ue000""#, 1, half),
    ("01", 0, digits), ("-x", 1, digits), ("[1.]", 3, digits), ("[1e+]", 4, digits),
    ("1e999", 0, wide), ("[340282366920938463463374607431768211456]", 1, wide),
    ("-170141183460469231731687303715884105729", 0, wide),
    (#"{"a":1,"b":2,"a":3}"#, 13, twice), (#"{"a":1,"\u0061":3}"#, 7, twice),
    (#"{"$x":1}"#, 1, tagged("$x")), (#"{"a":1,"$":"date"}"#, 7, tagged("$")),
    (#"[{"$":7}]"#, 6, #"the tag "$" must be a string"#),
    (#"[{"$":"date"}]"#, 1, missing("seconds", in: "date")),
    (#"{"$":"data","base64":"AQ"}"#, 0, missing("base64", in: "data")),
    (#"{"$":"cut","kind":"elements","omitted":-1}"#, 0, missing("omitted", in: "cut")),
  ]

  @Test func `damaged text is refused with the place and the reason`() {
    for (text, place, reason) in Self.damaged {
      let error = #expect(throws: WireError.self) { try JSONText.tree(of: bytes(text)) }
      #expect(error?.description == "The line is damaged at byte \(place): \(reason).")
    }
  }

  @Test func `bytes that are not UTF-8 are refused with their place`() {
    let rows: [([UInt8], Int)] = [
      ([0x22, 0x61, 0xFF, 0x22], 2),
      ([0x22, 0xC0, 0x80, 0x22], 1),  // an overlong zero
      ([0x22, 0x61, 0xED, 0xA0, 0x80, 0x22], 2),  // a surrogate
      ([0x22, 0x5C, 0x6E, 0xED, 0xA0, 0x80, 0x22], 3),  // and behind an escape
      ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1),  // beyond the last scalar
      ([0x22, 0xC3, 0xA9, 0xE2, 0x82, 0x22], 3),  // a sequence that is cut off
      ([0x22, 0x5C, 0x6E, 0xC3, 0x5C, 0x6E, 0x22], 3),  // behind an escape
    ]
    for (text, place) in rows {
      let error = WireError.json(.invalidUTF8, offset: place)
      #expect(throws: error) { try JSONText.tree(of: text[...]) }
    }
  }

  @Test func `offsets count from the beginning of a slice`() {
    let slice = Array("[1,2]x".utf8)[3...]
    #expect(throws: WireError.json(.trailing, offset: 1)) { try JSONText.tree(of: slice) }
  }

  @Test(arguments: ["[", "{\"a\":"])
  func `text that nests too deep is refused and not followed`(opening: String) {
    let closing = opening == "[" ? "]" : "}"
    func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    func nested(_ levels: Int) -> ArraySlice<UInt8> {
      bytes(repeated(opening, levels) + "1" + repeated(closing, levels))
    }
    let deep = bytes(repeated(opening, 100_000))
    #expect(throws: WireError.self) { try JSONText.tree(of: deep) }
    #expect(throws: Never.self) { try JSONText.tree(of: nested(JSONText.maximumDepth)) }
    #expect(throws: WireError.self) { try JSONText.tree(of: nested(JSONText.maximumDepth + 1)) }
  }

  @Test(arguments: 0..<3)
  func `a tree that is too deep to be read back is cut where it is written`(shape: Int) async {
    await Threads.run(stackSize: 128 << 20) { _ in
      var tree: Tree = .date(.init(secondsSince1970: .nan))
      for _ in 0..<(JSONText.maximumDepthOfFiles + 10) {
        tree =
          switch shape {
          case 0: [tree]
          case 1: ["a": tree]
          default: Self.enumCase("next", tree)
          }
      }
      let written = text(tree)
      let isCut = written.contains(#"{"$":"cut","kind":"depth""#)
      #expect(isCut)
      let depth = JSONText.maximumDepthOfFiles
      let isRead = (try? JSONText.tree(of: bytes(written), maximumDepth: depth)) != nil
      #expect(isRead)
    }
  }

  @Test(arguments: 0..<volume(80, nightly: 1_000))
  func `random trees survive the trip in one line of the counted length`(seed: UInt64) throws {
    var random = RandomRecords(seed: seed)
    let tree = random.tree()
    let written = JSONText.bytes(of: tree)
    #expect(try JSONText.tree(of: written[...]) == tree)
    #expect(!written.contains { $0 < 0x20 || $0 == 0x7F })
    #expect(JSONText.length(of: tree) == written.count)
  }

  @Test(arguments: 0..<40)
  func `short decimals are read as the standard library reads them`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let digits = "\(random.next() % 100_000_000)"
      let fraction = "\(random.next() % 1_000_000_000)"
      let written = "-\(digits).\(fraction)"
      #expect(try JSONText.tree(of: bytes(written)) == .double(Double(written) ?? .nan))
    }
  }
}
