import ExplorerTerminal

/// The line in which somebody types, and what stands above it.
struct PromptLines: Hashable, Sendable {
  /// The maximum number of candidates that are listed: all terms of a filter among them.
  private static let maximalCandidates = 16

  let line: PaneLine
  /// The column of the cursor.
  let cursor: Int
  /// Candidates, or what is wrong with the text.
  let above: [PaneLine]
  /// The line above that is chosen.
  let selected: Int?

  /// - Parameter remark: What stands behind the text.
  init(
    _ prompt: Prompt,
    _ candidates: [PromptCandidates.Candidate],
    _ remark: String? = nil,
    width: Int
  ) {
    let label = prompt.purpose.label
    let text = VisibleText(prompt.text).description
    let front = VisibleText(String(prompt.text.prefix(prompt.cursor))).description
    // A long text moves to the left, so that the cursor is visible.
    let room = max(1, width - label.columns - 1)
    let hidden = max(0, front.columns - room)
    let shown = text.droppingColumns(hidden)
    line = PaneLine([
      Span(label, CellStyle(bold: true)), Span(shown),
      Span(remark.map { "   " + $0 } ?? "", CellStyle(dim: true)),
    ])
    cursor = label.columns + front.columns - hidden
    if let mistake = prompt.mistake {
      let before = String(
        String.UnicodeScalarView(prompt.text.unicodeScalars.prefix(mistake.place.lowerBound))
      )
      let column = label.columns + max(0, VisibleText(before).description.columns - hidden)
      let carets = String(repeating: "^", count: max(1, min(mistake.place.count, width - column)))
      let problem = CellStyle(foreground: .red, bold: true)
      let reason = VisibleText(mistake.reason).description
      // Under the place: the line above repeats the text.
      above =
        StyledText("! " + reason, .problem).lines(of: width).map { PaneLine($0) }
        + [
          line,
          PaneLine([Span(String(repeating: " ", count: max(0, column))), Span(carets, problem)]),
        ]
      selected = nil
      return
    }
    let first = max(
      0,
      min(
        (prompt.candidate ?? 0) - Self.maximalCandidates / 2,
        candidates.count - Self.maximalCandidates
      )
    )
    let visible = candidates.dropFirst(first).prefix(Self.maximalCandidates)
    let names = visible.map { VisibleText($0.name).description }
    let isAlone = visible.allSatisfy(\.meaning.isEmpty)
    let longest = max(8, isAlone ? width - 4 : width / 2)
    let nameWidth = min(names.map(\.columns).max() ?? 0, longest)
    above = zip(visible, names).map { candidate, name in
      PaneLine(
        [
          // Those of a path begin alike.
          Span(name.cutInFront(to: nameWidth).padded(to: nameWidth)),
          Span("  " + candidate.meaning, CellStyle(dim: true)),
        ],
        indent: 2
      )
    }
    selected = prompt.candidate.map { $0 - first }
  }
}

extension Prompt.Purpose {
  /// What stands in front of the text.
  fileprivate var label: String {
    switch self {
    case .find: "/"
    case .filter: "filter: "
    case .command: ":"
    case .action: "dispatch: "
    case .save: "save as: "
    case .export: "page: "
    }
  }
}
