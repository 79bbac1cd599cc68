extension VisibleText {
  /// Makes the strings of a JSON text harmless, and leaves it valid JSON.
  ///
  /// The escapes are part of the strings' values (`\\u{1B}` in the text), because a reader such as
  /// `jq -r` undoes JSON's own before it prints.
  ///
  /// - Parameter json: JSON as ``SluiceWire`` writes it, on one line, without its break.
  static func append(json: ArraySlice<UInt8>, to buffer: inout [UInt8]) {
    guard json.contains(where: { !isHarmless($0) || $0 == UInt8(ascii: "\\") }) else {
      buffer.append(contentsOf: json)
      return
    }
    // Beyond ASCII there is only what stands in strings, so that no parser is needed.
    var marks = MarkCounter()
    var scalars = String(decoding: json, as: UTF8.self).unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar != "\\" else {
        append(escapeFrom: &scalars, &marks, to: &buffer)
        continue
      }
      append(scalar, &marks, to: &buffer)
    }
  }

  /// Takes what follows a backslash.
  private static func append(
    escapeFrom scalars: inout String.UnicodeScalarView.Iterator,
    _ marks: inout MarkCounter,
    to buffer: inout [UInt8]
  ) {
    guard let kind = scalars.next() else { return }
    switch kind {
    case "n": append("\n", &marks, to: &buffer)
    case "r": append("\r", &marks, to: &buffer)
    case "t": append("\t", &marks, to: &buffer)
    case "u":
      var value: UInt32 = 0
      for _ in 0..<4 {
        let digit = scalars.next().flatMap { Character($0).hexDigitValue } ?? 0
        value = value << 4 | UInt32(digit)
      }
      append(Unicode.Scalar(value) ?? "\u{FFFD}", &marks, to: &buffer)
    default:
      _ = marks.escape(kind)
      buffer.append(UInt8(ascii: "\\"))
      buffer.append(contentsOf: String(kind).utf8)
    }
  }

  private static func append(
    _ scalar: Unicode.Scalar,
    _ marks: inout MarkCounter,
    to buffer: inout [UInt8]
  ) {
    if let escape = marks.escape(scalar) {
      buffer.append(UInt8(ascii: "\\"))
      buffer.append(contentsOf: escape.utf8)
    } else {
      buffer.append(contentsOf: String(scalar).utf8)
    }
  }
}
