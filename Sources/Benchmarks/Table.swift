import Foundation

/// The outcomes for a person to read, line by line as they come.
struct Table {
  let nameWidth: Int

  func begin(_ effort: Effort) {
    let milliseconds = Figure.plain(effort.sampleTime / .milliseconds(1))
    print(
      """
      \(effort.samples) samples of at least \(milliseconds) ms; subject and baseline take turns; \
      the ratio is that of the medians.
      Processor time; where tasks or threads take part, time on the wall.
      \(ProcessInfo.processInfo.activeProcessorCount) processors\(Self.load).

      """
    )
    write(["what", "median", "minimum", "ratio", "to", "goal", "holds"])
  }

  func add(_ outcome: Outcome) {
    let amount = outcome.amount.map { "\(Figure.plain($0)) \(outcome.unit ?? "")" }
    write([
      outcome.name,
      outcome.median.map(Figure.time) ?? amount ?? "unknown here",
      outcome.minimum.map(Figure.time) ?? "",
      outcome.ratio.map(Figure.digits) ?? "",
      outcome.baseline ?? "",
      outcome.goal?.description ?? "",
      outcome.holds.map { $0 ? "yes" : "NO" } ?? "",
    ])
  }

  func end(_ outcomes: [Outcome]) {
    let judged = outcomes.filter { $0.holds != nil }
    let held = judged.filter { $0.holds == true }
    print("\n\(held.count) of \(judged.count) goals hold\(Self.load).")
  }

  private func write(_ cells: [String]) {
    let widths = [nameWidth, 11, 11, 7, 16, 14, 5]
    let line = zip(cells, widths).enumerated().map { index, pair in
      let space = String(repeating: " ", count: max(0, pair.1 - pair.0.count))
      return (1...3).contains(index) ? space + pair.0 : pair.0 + space
    }
    print(line.joined(separator: "  ").trimmingCharacters(in: .whitespaces))
    // A table that is piped or redirected grows before the eyes as well.
    fflush(nil)
  }

  /// How busy the machine is, where it says so.
  private static var load: String {
    guard let text = try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8),
      let minute = text.split(separator: " ").first
    else { return "" }
    return ", load \(minute)"
  }
}
