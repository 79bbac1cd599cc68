import Foundation
import Sluice
import SluiceTesting
import TestSupport
import Testing
import TodoFetching
import TodoList
import TodoStorage

@testable import TodoApp

@Suite(.inTurn)
struct TodoAppTests {
  private let folder: TemporaryDirectory
  private let file: URL
  private let inbox: URL

  init() throws {
    folder = try TemporaryDirectory()
    file = folder.url.appending(path: "todos.json")
    inbox = folder.url.appending(path: "inbox")
  }

  /// The whole program, on a clock that the test drives.
  private func app(clock: TestClock = TestClock()) -> TodoApp {
    let environment = AppEnvironment(source: .file(inbox.path), file: TodoFile(at: file))
    return TodoApp(Store(initialState: AppState(), environment: environment, clock: clock))
  }

  private func titles(_ app: TodoApp) -> [String] { app.store.list.todos.map(\.title) }

  @Test func `to-dos outlive the program`() async throws {
    try "Water the plants\n".write(to: inbox, atomically: true, encoding: .utf8)
    let clock = TestClock()
    let first = app(clock: clock)
    first.store.dispatch(action: LoadTodos())
    await first.store.idle()
    _ = await first.run("add Milk")
    _ = await first.run("fetch")
    _ = await first.run("toggle 1")
    await clock.advance(by: .milliseconds(500))
    await first.saved()

    let second = app()
    second.store.dispatch(action: LoadTodos())
    await second.store.idle()
    #expect(
      second.lines == [
        "1 of 2 to do, showing all", "  1 [x] Milk", "  2 [ ] Water the plants",
      ]
    )
    #expect(second.store.list.todos == first.store.list.todos)
  }

  @Test func `changes of to-dos are undone and done again, filters are not`() async {
    let app = app()
    #expect(await app.run("undo") == ["There is nothing to undo."])
    _ = await app.run("add Milk")
    _ = await app.run("show open")
    _ = await app.run("add Bread")
    #expect(app.undo())
    #expect(titles(app) == ["Milk"])
    #expect(app.store.list.filter == .open)
    #expect(app.redo())
    #expect(titles(app) == ["Milk", "Bread"])
    #expect(await app.run("redo") == ["There is nothing to redo."])
  }

  @Test func `completing all is undone in one step`() async {
    let app = app()
    for title in ["Milk", "Bread", "Tea"] { _ = await app.run("add \(title)") }
    _ = await app.run("complete")
    #expect(app.list.selectCurrent(TodoList.openCount) == 0)
    _ = await app.run("undo")
    #expect(app.list.selectCurrent(TodoList.openCount) == 3)
  }

  @Test func `an undo is saved, too`() async throws {
    let clock = TestClock()
    let app = app(clock: clock)
    app.store.dispatch(action: LoadTodos())
    await app.store.idle()
    _ = await app.run("add Milk")
    await clock.advance(by: .milliseconds(500))
    await app.saved()
    #expect(app.undo())
    await clock.advance(by: .milliseconds(500))
    await app.saved()
    #expect(try await TodoFile(at: file).read() == .todos([]))
  }

  @Test func `numbers are those of what is shown`() async {
    let app = app()
    for line in ["add Milk", "add Bread", "toggle 1", "show open", "remove 1"] {
      _ = await app.run(line)
    }
    #expect(titles(app) == ["Milk"])
    #expect(await app.run("remove 1") == ["There is no to-do 1: 0 are shown."])
  }

  @Test(arguments: [
    ("add Milk and bread", Command.add("Milk and bread")), ("toggle 2", .toggle(2)),
    ("remove 1", .remove(1)), ("show done", .show(.done)), ("complete", .completeAll),
    ("fetch", .fetch), ("undo", .undo), ("redo", .redo),
  ])
  func `a line is a command`(line: String, command: Command) throws {
    #expect(try Command(line) == command)
  }

  @Test(arguments: [
    ("", "“” is no command"), ("add", "“add” is no command"), ("sing", "“sing” is no command"),
    ("toggle x", "“x” is no to-do"), ("remove 0", "“0” is no to-do"),
    ("show mine", "“mine” cannot be shown: try all, open or done."),
  ])
  func `an invalid line is answered with what to do`(line: String, answer: String) async {
    let app = app()
    let said = await app.run(line)
    #expect(said.count == 1)
    #expect(said[0].hasPrefix(answer))
  }
}
