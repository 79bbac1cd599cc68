import ExplorerTerminal
import SluiceWire

/// The programs to choose from, a number each.
enum ProgramLines {
  /// The number of lines above the first program.
  static let headings = 1

  static func lines(of watching: Watching) -> [PaneLine] {
    var clock = LocalTime()
    let heading = PaneLine("Programs", CellStyle(bold: true))
    return [heading]
      + watching.programs.enumerated().map { index, program in
        let store = program.hello.store.map { " store \(VisibleText($0))" } ?? ""
        let commits = NumberText.count(program.past.tally.statistics.commits, "commit")
        let past = program.latest
        func time(_ time: Int64) -> Substring { clock.text(microsecondsSince1970: time).prefix(8) }
        let start = past.history.firstTime.map { " since \(time($0))" } ?? ""
        let how = past.isOrderly ? "ended" : "crashed"
        let end = program.isConnected ? ", live" : ", \(how) \(time(program.past.now))"
        return PaneLine([
          Span("\(index + 1)  "),
          Span(VisibleText(program.label).description, CellStyle(bold: program.isConnected)),
          Span(
            "\(store)  process \(program.hello.processID), \(commits)\(start)\(end)",
            CellStyle(dim: true)
          ),
        ])
      }
  }
}
