import Foundation

/// The outcomes as a table, printed line by line.
struct Table {
  private let layout: Layout

  init(nameWidth: Int) {
    layout = Layout(widths: [nameWidth, 11, 11, 7, 16, 14, 5], rightAligned: 1...3)
  }

  func begin(_ effort: Effort) {
    let milliseconds = Figure.plain(effort.sampleTime / .milliseconds(1))
    print(
      """
      \(effort.samples) samples of at least \(milliseconds) ms; subject and baseline take turns; \
      the ratio is that of the medians.
      Processor time of one thread; wall time, or that of all threads, where several take part.
      \(ProcessInfo.processInfo.activeProcessorCount) processors\(Self.load).

      """
    )
    layout.write(["what", "median", "minimum", "ratio", "to", "goal", "holds"])
  }

  func add(_ outcome: Outcome) {
    let amount = outcome.amount.map { "\(Figure.plain($0)) \(outcome.unit ?? "")" }
    layout.write([
      outcome.name,
      outcome.median.map(Figure.time) ?? amount ?? (outcome.note == nil ? "unknown here" : ""),
      outcome.minimum.map(Figure.time) ?? "",
      outcome.ratio.map(Figure.digits) ?? "",
      outcome.baseline ?? "",
      outcome.goal?.description ?? "",
      outcome.verdict,
    ])
    layout.write(note: outcome.note)
  }

  func end(_ outcomes: [Outcome]) {
    let judged = outcomes.filter { $0.holds != nil }
    let held = judged.filter { $0.holds == true }
    print("\n\(held.count) of \(judged.count) goals hold\(Self.load).")
  }

  /// The machine's load, if the system provides it.
  private static var load: String {
    guard let text = try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8),
      let minute = text.split(separator: " ").first
    else { return "" }
    return ", load \(minute)"
  }
}

extension Table {
  /// The columns of a table.
  struct Layout {
    let widths: [Int]
    let rightAligned: ClosedRange<Int>

    func write(_ cells: [String]) {
      let line = zip(cells, widths).enumerated().map { index, pair in
        let space = String(repeating: " ", count: max(0, pair.1 - pair.0.count))
        return rightAligned.contains(index) ? space + pair.0 : pair.0 + space
      }
      print(line.joined(separator: "  ").trimmingCharacters(in: .whitespaces))
      // Flushes, so that a piped or redirected table is printed line by line as well.
      fflush(nil)
    }

    func write(note: String?) {
      if let note { print("  \(note)") }
    }
  }
}
