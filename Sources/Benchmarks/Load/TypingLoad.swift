import Foundation
import Sluice
import SluiceMonitor
import Synchronization

/// A program that commits 50,000 times a second, and somebody who types at an Explorer's screen.
struct TypingLoad {
  struct Report {
    /// From a key to the end of the frame that shows what it does, in milliseconds, in order.
    var delays: [Double] = []
    var commits = 0
    var seconds = 0.0
    /// Of the Explorer, in MiB, with what it held at the end; `nil` where it isn't known.
    var memory: Double?

    func delay(percentile: Int) -> Double {
      delays.isEmpty ? .nan : delays[min(delays.count * percentile / 100, delays.count - 1)]
    }
  }

  static let pace = 50_000
  /// 1 KB as JSON.
  private static let todos = 10
  private static let pause = Duration.milliseconds(15)

  /// Opens a line to type in and closes it again, over and over, until the time is over and there are
  /// enough commits and keys.
  ///
  /// Every commit arrives: the program waits rather than leaving one out.
  ///
  /// - Parameter asks: Whether each key finds the screen looking through all that it holds, for a text that isn't there.
  static func run(
    for time: Duration,
    commits: Int = 0,
    keys: Int = 0,
    asks: Bool = false
  ) throws -> Report {
    let screen = try TerminalChild(columns: 200, rows: 50)
    let store = Store(initialState: TodoList(todos), reducers: [.toggling])
    let interceptor = ExplorerInterceptor<TodoList>(endpoint: screen.address) {
      $0.isEnabled = true
      $0.overflow = .wait(upTo: .seconds(60))
    }
    store.register(interceptor: interceptor)
    try interceptor.waitForConnection()
    let program = Program(store) { interceptor.flush(timeout: .seconds(60)) }
    // Also if the screen doesn't answer: the thread would disturb what is measured next.
    defer { program.end() }
    try screen.read(for: .milliseconds(300))

    if asks { screen.type("/nowhere\r") }
    var report = Report()
    let start = ContinuousClock.now
    var isPrompting = false
    while start.duration(to: .now) < time || program.count < commits
      || report.delays.count < keys
    {
      if asks, !isPrompting {
        screen.type("n")
        // Until the screen says that it takes long: a key before that waits for the answer.
        try screen.read(for: .milliseconds(150))
      }
      let pressed = ContinuousClock.now
      screen.type(isPrompting ? "\r" : ":")
      isPrompting.toggle()
      try screen.awaitFrame("A key") { $0.isPrompting == isPrompting }
      report.delays.append(pressed.duration(to: .now) / .milliseconds(1))
      try screen.read(for: pause)
    }
    program.end()
    // An Explorer that can't write doesn't read, either.
    while !program.hasEnded { try screen.read(for: .milliseconds(10)) }
    report.commits = program.count
    report.seconds = start.duration(to: .now) / .seconds(1)
    try screen.read(for: .milliseconds(300))
    report.memory = screen.memory.map { Double($0) / Double(1 << 20) }
    report.delays.sort()
    return report
  }

  /// Commits at a pace, on a thread of its own.
  private final class Program: Sendable {
    private let done = Atomic(0)
    private let isOver = Atomic(false)
    private let isDone = Atomic(false)

    /// - Parameter flush: Waits until all commits are sent.
    init(_ store: Store<TodoList, Void>, _ flush: @escaping @Sendable () -> Void) {
      Thread.detachNewThread { [self] in
        var next = ContinuousClock.now
        while !isOver.load(ordering: .relaxed) {
          let count = TypingLoad.pace / 1_000
          for number in 0..<count {
            store.dispatch(action: Toggle(index: number % TypingLoad.todos))
          }
          done.wrappingAdd(count, ordering: .relaxed)
          next += .milliseconds(1)
          let rest = ContinuousClock.now.duration(to: next)
          if rest > .zero { Thread.sleep(forTimeInterval: rest / .seconds(1)) }
        }
        flush()
        isDone.store(true, ordering: .releasing)
      }
    }

    /// The number of commits so far.
    var count: Int { done.load(ordering: .relaxed) }

    /// Asks the thread to end.
    func end() { isOver.store(true, ordering: .relaxed) }

    /// Whether it has ended, and all its commits are sent.
    var hasEnded: Bool { isDone.load(ordering: .acquiring) }
  }
}
