import Foundation

/// What kills of a daemon that records itself lose, in time.
enum Kills {
  /// The habits of daemons, with an idle processor and with every processor busy.
  private static let habits: [KilledDaemon.Habit] = [
    .init(name: "busy, 1,000 entities", meters: 1_000, pause: 0),
    .init(name: "busy, 10,000 entities", meters: 10_000, pause: 0),
    .init(name: "a commit each millisecond, 10,000 entities", meters: 10_000, pause: 1_000_000),
    .init(
      name: "a commit each millisecond, 100,000 entities, at its start",
      meters: 100_000,
      pause: 1_000_000,
      isYoung: true
    ),
  ]

  /// Kills daemons, prints what that lost, and whether the goals hold.
  static func judge(times: Int) throws -> Bool {
    var holds = true
    for isBusy in [false, true] {
      let burners = isBusy ? try Burners() : nil
      defer { withExtendedLifetime(burners) {} }
      for habit in habits {
        let losses = try (0..<times).map { _ in try loss(habit) }.sorted()
        let worst = losses.last ?? 0
        let share = losses[min(times - 1, times * 99 / 100)]
        let isGood = isBusy ? share <= 50 && worst <= 100 : worst <= 10
        holds = holds && isGood
        print(
          """
          \(isBusy ? "every processor busy" : "otherwise idle"), \(habit.name): median \
          \(Figure.plain(losses[times / 2])) ms, 99 % \(Figure.plain(share)), worst \
          \(Figure.plain(worst))  \(isBusy ? "≤ 50 and 100" : "≤ 10") \(isGood ? "yes" : "NO")
          """
        )
      }
    }
    return holds
  }

  /// Returns how many milliseconds of a daemon's time a kill lost.
  private static func loss(_ habit: KilledDaemon.Habit) throws -> Double {
    let daemon = try KilledDaemon(habit)
    Thread.sleep(forTimeInterval: .random(in: habit.isYoung ? 0...0.8 : 0.2...0.8))
    return try daemon.kill() / .milliseconds(1)
  }
}
