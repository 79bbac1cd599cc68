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
  private let clock = TestClock()
  private let app: TodoApp

  init() throws {
    folder = try TemporaryDirectory()
    file = folder.url.appending(path: "todos.json")
    app = Self.app(in: folder, clock: clock)
  }

  /// The whole program, on a clock that the test drives.
  private static func app(in folder: TemporaryDirectory, clock: TestClock) -> TodoApp {
    let environment = AppEnvironment(
      source: .file(folder.path("inbox")),
      file: TodoFile(at: folder.url.appending(path: "todos.json"))
    )
    return TodoApp(Store(initialState: AppState(), environment: environment, clock: clock))
  }

  private func run(_ lines: String...) async {
    for line in lines { _ = await app.run(line) }
  }

  private func load(_ app: TodoApp) async {
    app.store.dispatch(action: LoadTodos())
    await app.store.idle()
  }

  private func save() async {
    await clock.advance(by: .milliseconds(500))
    await app.saved()
  }

  private var titles: [String] { app.store.list.todos.map(\.title) }

  @Test func `to-dos outlive the program`() async throws {
    try folder.write("Water the plants\n".utf8, to: "inbox")
    await load(app)
    await run("add Milk", "fetch", "toggle 1")
    await save()

    let second = Self.app(in: folder, clock: TestClock())
    await load(second)
    #expect(
      second.lines == [
        "1 of 2 to do, showing all", "  1 [x] Milk", "  2 [ ] Water the plants",
      ]
    )
    #expect(second.store.list.todos == app.store.list.todos)
  }

  @Test func `changes of to-dos are undone and done again, filters are not`() async {
    #expect(await app.run("undo") == ["There is nothing to undo."])
    await run("add Milk", "show open", "add Bread")
    #expect(app.undo())
    #expect(titles == ["Milk"])
    #expect(app.store.list.filter == .open)
    #expect(app.redo())
    #expect(titles == ["Milk", "Bread"])
    #expect(await app.run("redo") == ["There is nothing to redo."])
  }

  @Test func `completing all is undone in one step`() async {
    await run("add Milk", "add Bread", "add Tea", "complete")
    #expect(app.list.selectCurrent(TodoList.openCount) == 0)
    await run("undo")
    #expect(app.list.selectCurrent(TodoList.openCount) == 3)
  }

  @Test func `an undo is saved, too`() async throws {
    await load(app)
    await run("add Milk")
    await save()
    #expect(app.undo())
    await save()
    #expect(try await TodoFile(at: file).read() == .todos([]))
  }

  @Test func `numbers are those of what is shown`() async {
    await run("add Milk", "add Bread", "toggle 1", "show open", "remove 1")
    #expect(titles == ["Milk"])
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
    let said = await app.run(line)
    #expect(said.count == 1)
    #expect(said[0].hasPrefix(answer))
  }
}
