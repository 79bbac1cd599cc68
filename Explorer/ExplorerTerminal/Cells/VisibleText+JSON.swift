extension VisibleText {
  /// Writes what acts on a terminal, hides or reorders text with JSON's own escapes.
  ///
  /// The text's values stay what they were: a reader such as `jq` gets each string as the program had
  /// it, while the line itself can only be read.
  ///
  /// - Parameters:
  ///   - json: JSON as the wire has it, on one line, without its break.
  ///   - withoutPairs: Whether what takes two escapes, a surrogate pair, becomes text instead, such as
  ///     `\u{E0067}`, for a reader that has no pairs.
  package static func append(
    json: ArraySlice<UInt8>,
    to buffer: inout [UInt8],
    withoutPairs: Bool = false
  ) {
    guard !json.allSatisfy(isHarmless) else {
      buffer.append(contentsOf: json)
      return
    }
    // Beyond printable ASCII there is only what stands in strings, so that no parser is needed.
    var escaper = Escaper()
    escaper.forEach(in: String(decoding: json, as: UTF8.self)) { scalar, isEscaped in
      guard isEscaped else {
        buffer.append(contentsOf: String(scalar).utf8)
        return
      }
      if withoutPairs, scalar.value > 0xFFFF {
        buffer.append(contentsOf: #"\\u{"#.utf8)
        buffer.append(contentsOf: String(scalar.value, radix: 16, uppercase: true).utf8)
        buffer.append(UInt8(ascii: "}"))
        return
      }
      for unit in String(scalar).utf16 {
        buffer.append(contentsOf: #"\u"#.utf8)
        let digits = String(unit, radix: 16)
        buffer.append(contentsOf: String(repeating: "0", count: 4 - digits.utf8.count).utf8)
        buffer.append(contentsOf: digits.utf8)
      }
    }
  }
}
