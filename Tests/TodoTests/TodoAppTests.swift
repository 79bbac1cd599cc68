import Foundation
import Sluice
import SluiceStorage
import SluiceTesting
import TestSupport
import Testing
import TodoFetching
import TodoList

@testable import TodoApp

@Suite(.inTurn)
struct TodoAppTests {
  private let folder: TemporaryDirectory
  private let memory = SavedMemory()
  private let clock = TestClock()
  private let app: TodoApp

  init() throws {
    folder = try TemporaryDirectory()
    app = Self.app(in: folder, .memory(memory), clock: clock)
  }

  /// The whole program, on a clock that the test drives.
  private static func app(
    in folder: TemporaryDirectory,
    _ file: SavedFile,
    clock: TestClock = TestClock()
  ) -> TodoApp {
    TodoApp(AppEnvironment(source: .file(folder.path("inbox"))), in: file, clock: clock)
  }

  /// The program that is started after this one, and finds what this one has saved.
  private var nextApp: TodoApp { Self.app(in: folder, .memory(memory)) }

  private func run(_ lines: String...) async {
    for line in lines { _ = await app.run(line) }
  }

  private var titles: [String] { app.store.list.todos.map(\.title) }

  @Test func `to-dos outlive the program`() async throws {
    try folder.write("Water the plants\n".utf8, to: "inbox")
    await run("add Milk", "fetch", "toggle 1")
    await clock.advance(by: .milliseconds(500))

    let second = nextApp
    #expect(
      second.lines == [
        "1 of 2 to do, showing all", "  1 [x] Milk", "  2 [ ] Water the plants",
      ]
    )
    #expect(second.store.list.todos == app.store.list.todos)
    // Another filter isn't kept.
    #expect(second.store.list.filter == .all)
  }

  @Test func `to-dos are saved when they rest, once for many changes`() async {
    await run("add Milk")
    await clock.advance(by: .milliseconds(499))
    await run("add Bread", "show open")
    await clock.advance(by: .milliseconds(499))
    #expect(memory.text == nil)
    await clock.advance(by: .milliseconds(1))
    #expect(nextApp.store.list.todos == app.store.list.todos)
    #expect(memory.writeCount == 1)
  }

  @Test func `what an earlier version of the program wrote is read`() {
    memory.text = #"[{"id":"1","isDone":true,"title":"Milk"}]"#
    #expect(nextApp.lines == ["0 of 1 to do, showing all", "  1 [x] Milk"])
  }

  @Test(arguments: ["", "[{", "no JSON", #"[{"id": "1"}]"#, #"{"sluice.saved":1,"to-dos":{"ver"#])
  func `a damaged file is reported and kept aside, never overwritten`(text: String) async {
    memory.text = text
    let clock = TestClock()
    let app = Self.app(in: folder, .memory(memory), clock: clock)
    #expect(app.lines.count == 2)
    #expect(app.lines[0] == "nothing to do")
    #expect(app.lines[1].hasPrefix("! Version 0 of “to-dos” in “memory” can't be read: "))
    #expect(app.lines[1].hasSuffix(" It was kept as memory.aside-1."))
    #expect(memory.aside == [text])
    _ = await app.run("add Milk")
    await clock.advance(by: .seconds(1))
    #expect(nextApp.store.list.todos == app.store.list.todos)
  }

  @Test func `what a later version wrote is left alone, and nothing is saved`() async {
    let text = #"{"sluice.saved":1,"to-dos":{"version":2,"value":{}}}"#
    memory.text = text
    let clock = TestClock()
    let app = Self.app(in: folder, .memory(memory), clock: clock)
    app.store.onDiagnostic = { _ in }
    _ = await app.run("add Milk")
    await clock.advance(by: .seconds(1))
    #expect(memory.text == text && memory.aside.isEmpty)
    #expect(
      app.lines.last?.hasPrefix("! “memory” has version 2 of “to-dos”, which a later") == true
    )
  }

  @Test func `a failed save is reported, and repeated`() async {
    app.store.onDiagnostic = { _ in }
    memory.fault = .full
    await run("add Milk")
    await clock.advance(by: .milliseconds(500))
    #expect(
      app.lines.last?.hasPrefix("! “memory” can't be written: No space left on device.") == true
    )
    memory.fault = nil
    await clock.advance(by: .seconds(5))
    #expect(app.lines == ["1 of 1 to do, showing all", "  1 [ ] Milk"])
    #expect(nextApp.store.list.todos == app.store.list.todos)
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

  @Test func `an undo is saved, too`() async {
    await run("add Milk")
    await clock.advance(by: .milliseconds(500))
    #expect(app.undo())
    await clock.advance(by: .milliseconds(500))
    #expect(memory.text?.contains("Milk") == false)
    #expect(nextApp.store.list.todos.isEmpty)
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
    ("", "“” is not a command"), ("add", "“add” is not a command"),
    ("sing", "“sing” is not a command"),
    ("toggle x", "“x” is not a to-do"), ("remove 0", "“0” is not a to-do"),
    ("show mine", "“mine” cannot be shown: try all, open or done."),
  ])
  func `an invalid line is answered with what to do`(line: String, answer: String) async {
    let said = await app.run(line)
    #expect(said.count == 1)
    #expect(said[0].hasPrefix(answer))
  }
}
