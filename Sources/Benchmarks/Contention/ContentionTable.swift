/// The outcomes of contentions as a table.
struct ContentionTable {
  private let layout: Table.Layout

  init(nameWidth: Int) {
    layout = Table.Layout(widths: [nameWidth, 8, 8, 8, 8, 10, 28, 5], rightAligned: 1...5)
  }

  func begin(_ effort: Effort) {
    let seconds = Figure.plain(effort.roundTime * effort.rounds / .seconds(1))
    print(
      """

      One thread dispatches once a millisecond for \(seconds) s while others, the hammers, dispatch \
      without pause.
      How long its dispatches take, in µs, and how many the hammers do; set-ups take turns.

      """
    )
    layout.write(["what", "p50", "p99", "p99.9", "max", "hammers", "goal", "holds"])
  }

  func add(_ outcome: Outcome) {
    let tails = outcome.tails
    layout.write([
      outcome.name,
      tails.map { Figure.digits($0.median) } ?? "",
      tails.map { Figure.digits($0.p99) } ?? "",
      tails.map { Figure.digits($0.p999) } ?? "",
      tails.map { Figure.digits($0.maximum) } ?? "",
      outcome.throughput.map { "\(Figure.digits($0 / 1_000_000)) M/s" } ?? "",
      outcome.goal?.description ?? "",
      outcome.verdict,
    ])
    layout.write(note: outcome.note)
  }
}
