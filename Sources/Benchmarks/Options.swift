/// What the command line asks for.
struct Options: Sendable {
  var effort = Effort.full
  var filter = ""
  var wantsJSON = false
  var wantsBaselines = true
  var wantsHelp = false

  static let help = """
    Measures the store beside baselines of the same run, and checks what it computed.

    usage: swift run -c release Benchmarks [--filter TEXT] [--quick] [--json] [--alone]

      --filter TEXT  only the rows whose name contains the text, in any case
      --quick        fewer and shorter samples: less than a minute, and less exact
      --json         an array of objects: name, medianNanoseconds, minimumNanoseconds,
                     baseline, ratio, goal, holds; amount and unit where no time is measured
      --alone        without baselines, for a profiler: no ratios, and no goals that need them
      --help         this

    Exits with 0 when all goals hold, 1 when one is missed or a check fails, 64 for bad usage.
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
      default:
        throw UsageError(message: "There is no option “\(argument)”. Try --help.")
      }
    }
  }

  /// Those that are asked for, as they are asked for.
  func rows(among rows: [Row]) -> [Row] {
    let selected = rows.filter { row in
      filter.isEmpty || row.name.lowercased().contains(filter.lowercased())
    }
    return wantsBaselines ? selected : selected.map(\.alone)
  }
}

/// A command line that cannot be followed.
struct UsageError: Error {
  let message: String
}
