import Foundation
import Sluice
import SluiceMonitor
import SluiceTree

/// A program that dispatches as fast as possible, and `sluice-explorer log --json`, which prints
/// all.
struct Load {
  /// The results.
  struct Report: Encodable {
    var seconds: Double
    var commits: Int
    var printed: Int
    var commitsPerSecond: Double { Double(commits) / seconds }
  }

  static let goal = 50_000.0
  /// 1 KB as JSON.
  private static let todos = 10

  /// Dispatches for a duration, and throws unless every commit was printed and led to the same
  /// state.
  static func run(for time: Duration) throws -> Report {
    let explorer = try ExplorerChild()
    let printed = PrintedState(reading: explorer.printed)
    let store = Store(initialState: TodoList(todos), reducers: [.toggling])
    let interceptor = ExplorerInterceptor<TodoList>(endpoint: explorer.address) {
      $0.isEnabled = true
      $0.overflow = .wait(upTo: .seconds(60))
    }
    store.register(interceptor: interceptor)
    try interceptor.waitForConnection()
    try printed.waitForState(within: .seconds(30))

    let clock = ContinuousClock()
    let start = clock.now
    let end = start + time
    var count = 0
    while clock.now < end {
      for _ in 0..<100 {
        store.dispatch(action: Toggle(index: count % todos))
        count += 1
      }
    }
    // The work ends when the last one is printed.
    interceptor.flush(timeout: .seconds(60))
    try printed.waitForCommit(count, within: .seconds(60))
    let seconds = start.duration(to: clock.now) / .seconds(1)
    explorer.send(SIGTERM)
    let account = try printed.finish()
    try expect("commits that were printed", account.commits, is: count)
    try expect("commits that are missing", account.missing, is: 0)
    let last = try TreeEncoder().encode(store.state)
    guard account.state == last else {
      throw CheckFailure(description: "The state that was printed is not the program's.")
    }
    return Report(seconds: seconds, commits: count, printed: account.commits)
  }
}
