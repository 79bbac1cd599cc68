import ExplorerTerminal
import SluiceSocket

/// The person's editor, with a file of the program's source.
struct SourceEditor: Sendable {
  /// Editors that get the line as `FILE:LINE`, by their names; others get `+LINE FILE`.
  private static let withColon: Set = ["code", "codium", "cursor", "hx", "helix", "subl", "zed"]

  private let command: String
  private let arguments: [String]

  /// Searches for the file, which takes a while where there are many.
  ///
  /// - Parameter file: As a program says it: the module and the file's name. It is searched for below
  ///   the current directory.
  init(file: String, line: Int) throws(ScreenFailure) {
    guard let path = SourceFiles.find(file) else {
      throw ScreenFailure(
        description:
          "There is no \(VisibleText(file)) below this directory. Start sluice-explorer in"
          + " the program's."
      )
    }
    self.init(path: path, line: line)
  }

  /// - Parameter path: The file itself.
  init(path: String, line: Int) {
    let environment = HostProcess.environment(["VISUAL", "EDITOR"])
    let editors = [environment["VISUAL"], environment["EDITOR"]].compactMap(\.self)
    command = editors.first { !$0.isEmpty } ?? "vi"
    let program = command.split(separator: " ").first?.split(separator: "/").last ?? ""
    if Self.withColon.contains(String(program)) {
      let goto = ["code", "codium", "cursor"].contains(program) ? ["--goto"] : []
      arguments = goto + ["\(path):\(line)"]
    } else {
      arguments = ["+\(line)", path]
    }
  }

  /// Starts the editor on this terminal.
  func start() throws(ScreenFailure) -> EditorProcess {
    // The shell divides the editor's own arguments; the file is never part of a command line.
    let words = ["/bin/sh", "-c", "exec \(command) \"$@\"", "sh"] + arguments
    guard let process = EditorProcess(words) else {
      throw ScreenFailure(description: "The editor does not start.")
    }
    return process
  }

  /// Throws an error if the editor said that it failed.
  ///
  /// - Parameter status: As `waitpid` returns it.
  func check(_ status: Int32) throws(ScreenFailure) {
    guard status == 0 else {
      throw ScreenFailure(
        description: "“\(VisibleText(command))” failed. Set EDITOR to another one."
      )
    }
  }
}
