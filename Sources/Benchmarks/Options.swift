/// The options of the command line.
struct Options: Sendable {
  var effort = Effort.full
  var filter = ""
  var wantsJSON = false
  var wantsBaselines = true
  var wantsHelp = false
  /// The time that a program and an Explorer are put under load, instead of the table.
  var load: Duration?
  /// The time that a daemon records itself, instead of the table.
  var daemon: Duration?
  /// Megabytes of the recording of such a daemon; `nil` for as many as it takes.
  var limit: Int?
  /// How often a daemon of each kind is killed, instead of the table.
  var kills: Int?

  static let help = """
    Measures the store beside baselines of the same run, and checks what it computed.

    usage: swift run -c release Benchmarks [--filter TEXT] [--quick] [--json] [--alone]
           swift run -c release Benchmarks --load SECONDS
           swift run -c release Benchmarks --daemon SECONDS [--limit MEGABYTES]
           swift run -c release Benchmarks --kills NUMBER

      --filter TEXT  only the rows whose name contains the text, in any case
                     (“paced” for latency beside busy threads, “resident” for memory)
      --quick        fewer and shorter samples: less than three minutes, and less exact
      --json         an array of objects: name, medianNanoseconds, minimumNanoseconds,
                     baseline, ratio, goal, holds; amount and unit where no time is measured;
                     p50Microseconds, p99…, p999…, maximum… and hammersPerSecond of “paced” rows;
                     seconds that the row took; note where it was stopped early, or took too long
      --alone        without baselines, for a profiler: no ratios, and no goals that need them
      --load SECONDS puts a program and `sluice-explorer log --json` under load for so long, and
                     says how many commits a second are printed, and what dispatches cost while
                     the Explorer is slow, stopped or killed
      --daemon SECONDS runs the daemon of the page “A state at scale” for so long, and says how
                     many of its commits are in its recording, by how much it was late, and what
                     memory and processor it took; the recording takes 1.5 MB a second; with
                     --limit it is a bounded one, whose size and diagnostics are looked at
      --kills NUMBER kills daemons that record themselves, so many of each kind, with idle and with
                     busy processors, and says how much of their time is not in their recordings
      --help         this

    Exits with 0 when all goals hold, 2 when one is missed, 1 when a check fails, 64 for bad usage.
    """

  init(arguments: some Sequence<String>) throws(UsageError) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--quick": effort = .quick
      case "--json": wantsJSON = true
      case "--alone": wantsBaselines = false
      case "--help", "-h": wantsHelp = true
      case "--filter":
        guard let text = rest.next(), !text.isEmpty else {
          throw UsageError(message: "--filter needs a text.")
        }
        filter = text
      case "--load":
        load = try Self.seconds(of: argument, rest.next())
      case "--daemon":
        daemon = try Self.seconds(of: argument, rest.next())
      case "--limit":
        limit = try Self.number(of: argument, rest.next())
      case "--kills":
        kills = try Self.number(of: argument, rest.next())
      default:
        throw UsageError(message: "There is no option “\(argument)”. Try --help.")
      }
    }
  }

  private static func seconds(of option: String, _ text: String?) throws(UsageError) -> Duration {
    .seconds(try number(of: option, text))
  }

  private static func number(of option: String, _ text: String?) throws(UsageError) -> Int {
    guard let text, let number = Int(text), number > 0 else {
      throw UsageError(message: "\(option) needs a number above 0.")
    }
    return number
  }

  /// The selected rows, with the requested settings.
  func rows(among rows: [Row]) -> [Row] {
    let selected = rows.filter { selects($0.name) }
    return wantsBaselines ? selected : selected.map(\.alone)
  }

  /// The contentions whose names match the filter, each with the selected setups.
  func contentions(among contentions: [Contention]) -> [Contention] {
    contentions.compactMap { $0.filtered(selects, wantsBaselines: wantsBaselines) }
  }

  private func selects(_ name: String) -> Bool {
    filter.isEmpty || name.lowercased().contains(filter.lowercased())
  }
}

/// An error in the command line.
struct UsageError: Error {
  let message: String
}
