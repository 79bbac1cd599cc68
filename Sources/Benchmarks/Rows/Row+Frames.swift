import ExplorerTerminal

extension Row {
  /// The cost of a frame of the Explorer's screen, from the texts to the bytes.
  static var frames: [Row] {
    [
      frames("everything moved by a line") { number in number },
      frames("everything moved by a line, wide and colored", text: "茶 ─ é 🙂 한국어 ") { $0 },
      frames(
        "everything moved by a line, with many marks and emoji of several",
        text: "Add(to: e\u{301} 👩‍👩‍👧 🇩🇪 कि)  count 2 ",
        goal: nil
      ) { $0 },
      frames("everything moved by a line, with arrows", text: "Add(by: 42)  count 41 → 42  ") {
        $0
      },
      frames("only a number changed") { _ in 0 },
    ]
  }

  /// - Parameter top: The number of the first line in a frame.
  private static func frames(
    _ name: String,
    text: String = "Increment(by: 42)  counter 41 to 42  ",
    goal: Goal? = .nanoseconds(atMost: 1_000_000),
    top: @escaping (Int) -> Int
  ) -> Row {
    Row("a frame of 200 × 50, \(name)", goal: goal) {
      let size = GridSize(columns: 200, rows: 50)
      let lines = (0..<64).map { "\($0) " + String(repeating: text, count: 12) }
      var writer = FrameWriter(colors: true)
      var shown = ""
      return Subject { count in
        for number in 0..<count {
          var grid = Grid(size: size)
          for row in 0..<size.rows {
            let style = CellStyle(foreground: row.isMultiple(of: 2) ? .green : nil, bold: row == 0)
            let line = lines[(top(number) + row) % lines.count]
            grid.write(line, row: row, column: 0, style: style)
          }
          grid.write("\(number)", row: 49, column: 0)
          shown = grid.character(row: 49, column: 0)
          if writer.bytes(showing: grid).isEmpty, number > 0 { shown = "" }
        }
      } check: { _ in
        try expect("a digit shown", shown.count, is: 1)
      }
    }
  }
}
