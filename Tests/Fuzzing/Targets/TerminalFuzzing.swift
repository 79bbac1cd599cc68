#if DEBUG || FUZZING
  @testable import ExplorerTerminal

  /// What terminals send, and what is drawn on them.
  enum TerminalFuzzing {
    /// Bytes mean the same wherever they are cut; text without sequences isn't lost.
    ///
    /// - Parameter bytes: The length of the pieces, and what is sent.
    static func readKeys(_ bytes: [UInt8]) throws {
      var source = ByteSource(bytes[...])
      let length = 1 + source.pick(8)
      let sent = source.rest()
      var parser = InputParser()
      var whole = parser.take(sent)
      // Releases of keys and movements of the mouse are no events.
      let isSilent = sent.isEmpty || sent.contains(0x1B)
      let isMade = !whole.isEmpty || parser.isInTheMiddle || isSilent
      try Finding.require(isMade, "Nothing is made of \(Array(sent)).")
      whole += parser.endOfBurst()

      var cutParser = InputParser()
      var cut: [TerminalInput] = []
      var rest = sent
      while !rest.isEmpty {
        cut += cutParser.take(rest.prefix(length))
        rest = rest.dropFirst(length)
      }
      cut += cutParser.endOfBurst()
      let (one, other) = (whole.map { "\($0)" }, cut.map { "\($0)" })
      try Finding.requireEqual(one, other, "Pieces of \(length) bytes mean something else")
      try Finding.requireEqual(parser.isInTheMiddle, cutParser.isInTheMiddle, "Only one waits")
      try requireText(sent)
    }

    /// What holds no sequence is typed as it is decoded.
    private static func requireText(_ bytes: ArraySlice<UInt8>) throws {
      let text = bytes.filter { $0 >= 0x20 && $0 != 0x7F }
      var parser = InputParser()
      // A letter at the end completes what isn't UTF-8.
      let inputs = parser.take(text + [0x78])
      let typed = String(decoding: text + [0x78], as: UTF8.self).unicodeScalars.map {
        TerminalInput.key(KeyPress(.character(Character($0))))
      }
      try Finding.requireEqual(inputs, typed, "Something else is typed")
    }

    /// Whatever is drawn, its width is as counted, and the bytes hold nothing that the text says.
    ///
    /// - Parameter bytes: The texts, separated by zeros.
    static func draw(_ bytes: [UInt8]) throws {
      let size = GridSize(columns: 40, rows: 3)
      var grid = Grid(size: size)
      var writer = FrameWriter(colors: true)
      for (index, part) in bytes.split(separator: 0).prefix(20).enumerated() {
        let text = String(decoding: part, as: UTF8.self)
        let column = index * 7 % 40
        let end = grid.write(text, row: index % 3, column: column)
        let width = columnWidth(of: text)
        try Finding.require(
          end <= column + width && end <= 40 && (end == column + width || column + width > 40),
          "\(text.debugDescription) takes \(width) columns, and \(column)..<\(end)."
        )
        try requireHarmless(writer.bytes(showing: grid))
        try Finding.requireEqual(writer.bytes(showing: grid), [], "A frame isn't shown")
      }
      for scalar in grid.text().unicodeScalars where scalar != "\n" && !scalar.isJoiner {
        try Finding.require(!scalar.characterClass.isHidden, "\(scalar.value) is hidden.")
      }
    }

    /// Sequences are those that a frame is made of, with digits and semicolons.
    private static func requireHarmless(_ bytes: [UInt8]) throws {
      var rest = bytes[...]
      while let byte = rest.popFirst() {
        guard byte < 0x20 || byte == 0x7F else { continue }
        if [0x08, 0x0A, 0x0D].contains(byte) { continue }
        let isSequence = byte == 0x1B && rest.popFirst() == UInt8(ascii: "[")
        let parameters = rest.prefix { (0x30...0x3F).contains($0) }
        rest = rest.dropFirst(parameters.count)
        let final = rest.popFirst() ?? 0
        try Finding.require(
          isSequence && "ABCDGHJKmhl".utf8.contains(final),
          "A frame has \(byte), \(Array(parameters)), \(final)."
        )
      }
    }
  }
#endif
