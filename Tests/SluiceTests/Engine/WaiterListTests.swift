import Sluice
import SluiceTesting
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

@Suite(.inTurn) struct WaiterListTests {
  private let core = Store.counting().core
  private let list = WaiterList<Int, String>()
  private let begun = Log<Int>()

  /// Waits in the list; notes when a task is about to be inserted, under the lock.
  private func wait(for request: Int) async -> String {
    await core.wait(
      "wait",
      in: list,
      for: request,
      unless: { _ in
        begun.append(request)
        return request == 0 ? "known" : nil
      },
      ifCancelled: { _ in "cancelled" }
    )
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    core.locked("test") { _ in body() }
  }

  @Test func `a condition that already holds needs no wait`() async {
    #expect(await wait(for: 0) == "known")
    #expect(locked { list.isEmpty })
  }

  @Test(arguments: [true, false])
  func `a cancelled task doesn't wait, however early it was cancelled`(isEarly: Bool) async throws {
    let task = Task {
      if isEarly { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
      return await wait(for: 1)
    }
    if !isEarly {
      try await begun.wait(for: 1)
      task.cancel()
    }
    #expect(await task.value == "cancelled")
    #expect(locked { list.isEmpty })
  }

  @Test func `tasks are removed in the order in which they began to wait`() async throws {
    var tasks: [Task<String, Never>] = []
    for request in 1...4 {
      tasks.append(Task { await wait(for: request) })
      try await begun.wait(for: request)
    }
    let second = try #require(locked { list.removeFirst { $0.isMultiple(of: 2) } })
    second.continuation.resume(returning: "second")
    let rest = locked { list.removeAll() }
    #expect(rest.map(\.request) == [1, 3, 4])
    for waiter in rest { waiter.continuation.resume(returning: "\(waiter.request)") }
    var answers: [String] = []
    for task in tasks { answers.append(await task.value) }
    #expect(answers == ["1", "second", "3", "4"])
  }
}
