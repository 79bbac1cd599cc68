import Foundation
import Sluice
import SluiceMonitor
import SluiceStorage
import TodoFetching

/// `swift run TodoApp` shows what the program can do and ends; `swift run TodoApp FILE` keeps the
/// to-dos in a file and takes commands from standard input.
///
/// A `sluice-explorer` that runs shows it; with `SLUICE_EXPLORER=file:todo.session` in the environment
/// it records itself.
@main
enum TodoMain {
  private static let tour = [
    "add Buy milk", "add Call home", "toggle 1", "show open", "fetch", "complete", "undo",
    "show all", "remove 2",
  ]

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.count {
    case 0: try await showTour()
    case 1:
      let file = URL(filePath: arguments[1])
      let app = open(file, source: file.appendingPathExtension("inbox").path)
      while let line = readLine() { await show(line, in: app) }
      await app.finish()
    default:
      print("Give one file at most, not \(arguments.count): swift run TodoApp [FILE]")
      exit(64)
    }
  }

  /// The commands of the tour, in a folder of its own; then the program is started once more.
  private static func showTour() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "todo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let inbox = folder.appending(path: "inbox.txt")
    try "Water the plants\nPay the rent\n".write(to: inbox, atomically: true, encoding: .utf8)
    let file = folder.appending(path: "todos.json")

    do {
      let app = open(file, source: inbox.path)
      for line in tour {
        print("> \(line)")
        await show(line, in: app)
      }
      await app.finish()
    }
    print("Started once more:")
    await open(file, source: inbox.path).finish()
  }

  private static func open(_ file: URL, source: String) -> TodoApp {
    let app = TodoApp(
      AppEnvironment(source: .file(source)),
      in: .file(file),
      explorer: ExplorerInterceptor(name: "Todo")
    )
    print(app.lines.joined(separator: "\n"))
    return app
  }

  private static func show(_ line: String, in app: TodoApp) async {
    print(await app.run(line).joined(separator: "\n"))
  }
}
