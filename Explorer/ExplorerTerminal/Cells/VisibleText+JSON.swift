extension VisibleText {
  /// Writes what acts on a terminal, hides or reorders text with JSON's own escapes.
  ///
  /// The text's values stay what they were: a reader such as `jq` gets each string as the program had
  /// it, while the line itself can only be read.
  ///
  /// - Parameter json: JSON as the wire has it, on one line, without its break.
  package static func append(json: ArraySlice<UInt8>, to buffer: inout [UInt8]) {
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
      for unit in String(scalar).utf16 {
        buffer.append(contentsOf: #"\u"#.utf8)
        let digits = String(unit, radix: 16)
        buffer.append(contentsOf: String(repeating: "0", count: 4 - digits.utf8.count).utf8)
        buffer.append(contentsOf: digits.utf8)
      }
    }
  }
}
