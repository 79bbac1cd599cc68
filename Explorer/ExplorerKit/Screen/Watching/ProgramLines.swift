import ExplorerTerminal
import SluiceWire

/// The programs to choose from, a number each.
enum ProgramLines {
  /// The number of lines above the first program.
  static let headings = 1

  static func lines(of watching: Watching) -> [PaneLine] {
    let heading = PaneLine("Programs", CellStyle(bold: true))
    return [heading]
      + watching.programs.enumerated().map { index, program in
        let store = program.hello.store.map { " store \(VisibleText($0))" } ?? ""
        let commits = NumberText.count(program.past.tally.statistics.commits, "commit")
        let end = program.isConnected ? "" : ", disconnected"
        return PaneLine([
          Span("\(index + 1)  "),
          Span(VisibleText(program.label).description, CellStyle(bold: program.isConnected)),
          Span(
            "\(store)  process \(program.hello.processID), \(commits)\(end)",
            CellStyle(dim: true)
          ),
        ])
      }
  }
}
