extension PaneLine {
  /// Returns the lines of a text of any length, divided between words where that is possible.
  ///
  /// - Parameters:
  ///   - width: The columns of a line, its indent included.
  ///   - hanging: The columns by which further lines are indented more.
  ///   - maximum: The number of lines after which the text is cut, with an "…".
  static func wrapped(
    _ text: StyledText,
    width: Int,
    indent: Int = 0,
    hanging: Int = 2,
    atMost maximum: Int = .max,
    target: PaneTarget? = nil
  ) -> [PaneLine] {
    let lines = text.lines(of: max(width - indent, 8), hanging: hanging, atMost: maximum)
    return lines.enumerated().map { index, line in
      PaneLine(line, indent: indent + (index == 0 ? 0 : hanging), target: target)
    }
  }

  /// A line with nothing on it.
  static var blank: PaneLine { PaneLine() }

  /// The columns of the line, its indent included.
  var columns: Int { indent + text.columns }
}
