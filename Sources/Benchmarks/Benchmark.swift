import ExplorerKit
import Foundation

/// Measures a store's costs against baselines of the same run, and reports which goals hold.
@main
struct Benchmark {
  /// The exit code where all that was computed is right, and something took longer than it may.
  private static let missedGoal: Int32 = 2

  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == ExplorerChild.argument {
      ExplorerMain.runProcess(Array(arguments.dropFirst()))
    }
    if arguments.first == Burners.argument { Burners.burn() }
    do {
      if arguments.first == KilledDaemon.argument {
        try KilledDaemon.run(Array(arguments.dropFirst()))
      }
      let options = try Options(arguments: arguments[...])
      if options.wantsHelp {
        print(Options.help)
        return
      }
      if let load = options.load {
        try requireOptimizer(Row.load, [])
        exit(try Load.judge(for: load) ? 0 : missedGoal)
      }
      if let daemon = options.daemon {
        try requireOptimizer(Row.recording, [])
        exit(try GridRun.judge(for: daemon, megabytes: options.limit) ? 0 : missedGoal)
      }
      if let kills = options.kills {
        try requireOptimizer(Row.recording, [])
        exit(try Kills.judge(times: kills) ? 0 : missedGoal)
      }
      exit(try await measure(options) ? 0 : missedGoal)
    } catch let error as UsageError {
      complain(error.message)
      exit(64)
    } catch {
      complain("\(error)")
      exit(1)
    }
  }

  /// Measures row by row, off the main actor, where waiting would cost a switch of threads.
  /// - Returns: Whether all goals hold.
  @concurrent
  private static func measure(_ options: Options) async throws -> Bool {
    let rows = options.rows(among: Row.all)
    let contentions = options.contentions(among: Contention.all)
    if rows.isEmpty, contentions.isEmpty {
      throw UsageError(message: "No row's name contains “\(options.filter)”.")
    }
    try requireOptimizer(rows, contentions)
    var outcomes: [Outcome] = []
    let table = Table(nameWidth: rows.map(\.name.count).max() ?? 0)
    if !options.wantsJSON, !rows.isEmpty { table.begin(options.effort) }
    for row in rows {
      let outcome = try await row.measure(options.effort)
      outcomes.append(outcome)
      if !options.wantsJSON { table.add(outcome) }
    }
    let names = contentions.flatMap { contention in
      contention.setups.map { contention.name(of: $0) }
    }
    let tails = ContentionTable(nameWidth: names.map(\.count).max() ?? 0)
    if !options.wantsJSON, !contentions.isEmpty { tails.begin(options.effort) }
    for contention in contentions {
      let results = try await contention.measure(options.effort)
      outcomes += results
      if !options.wantsJSON { results.forEach(tails.add) }
    }
    if options.wantsJSON {
      print(try JSON.text(outcomes))
    } else {
      table.end(outcomes)
    }
    return !outcomes.contains { $0.holds == false }
  }

  private static func requireOptimizer(_ rows: [Row], _ contentions: [Contention]) throws {
    #if DEBUG
      let row = rows.first { !$0.isForAnyBuild }?.name
      let setup = contentions.first.flatMap { one in one.setups.first.map(one.name) }
      guard let name = row ?? setup else { return }
      throw UsageError(
        message: """
          This is a debug build, whose figures say nothing about “\(name)”. To fix, run \
          `swift run -c release Benchmarks`, or choose rows about tests with `--filter TestStore`.
          """
      )
    #endif
  }

  private static func complain(_ message: String) {
    FileHandle.standardError.write(Data("Benchmarks: \(message)\n".utf8))
  }
}
