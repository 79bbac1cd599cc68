import ExplorerTerminal
import SluiceSocket

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The person's editor, with a file of the program's source.
struct SourceEditor {
  /// Editors that get the line as `FILE:LINE`, by their names; others get `+LINE FILE`.
  private static let withColon: Set = ["code", "codium", "cursor", "hx", "helix", "subl", "zed"]

  private let command: String
  private let arguments: [String]

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

  /// Runs the editor on this terminal, and returns when it has ended.
  func run() throws(ScreenFailure) {
    // The shell divides the editor's own arguments; the file is never part of a command line.
    let words = ["/bin/sh", "-c", "exec \(command) \"$@\"", "sh"] + arguments
    var pointers = unsafe words.map { unsafe strdup($0) } + [nil]
    let count = words.count
    defer { for index in 0..<count { unsafe free(pointers[index]) } }
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // This process waits for some signals in a thread; the editor gets them as usual.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var process: pid_t = 0
    let code = unsafe posix_spawn(&process, "/bin/sh", nil, &attributes, &pointers, environ)
    guard code == 0 else { throw ScreenFailure(description: "The editor does not start.") }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else {
      throw ScreenFailure(
        description: "“\(VisibleText(command))” failed. Set EDITOR to another one."
      )
    }
  }
}

/// The source files below the current directory.
enum SourceFiles {
  /// The maximum number of directories to look into.
  private static let maximalDirectories = 20_000

  /// Returns the path of a file that a program calls `Module/File.swift`; `nil` if there is none.
  ///
  /// If several have the name, the one with the module among its directories counts.
  static func find(_ file: String, below root: String = ".") -> String? {
    let parts = file.split(separator: "/").map(String.init)
    guard let name = parts.last, name != "..", name != "." else { return nil }
    let module = parts.dropLast().first
    var directories = [root]
    var found: String?
    var visited = 0
    while let directory = directories.popLast(), visited < maximalDirectories {
      visited += 1
      guard let stream = unsafe opendir(directory) else { continue }
      defer { unsafe closedir(stream) }
      while let entry = unsafe readdir(stream) {
        let entryName = unsafe withUnsafePointer(to: &entry.pointee.d_name) { bytes in
          unsafe bytes.withMemoryRebound(to: CChar.self, capacity: 256) {
            unsafe String(cString: $0)
          }
        }
        guard entryName.first != "." else { continue }
        let path = directory + "/" + entryName
        if entryName == name {
          if module.map({ path.contains("/\($0)/") }) ?? true { return path }
          found = found ?? path
        } else if unsafe entry.pointee.d_type == UInt8(DT_DIR) {
          directories.append(path)
        }
      }
    }
    return found
  }
}
