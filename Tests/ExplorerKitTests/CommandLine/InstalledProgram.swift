import Foundation

/// A program of the system that must accept what the Explorer prints, if it is installed.
struct InstalledProgram {
  private let path: String

  init?(_ name: String) {
    let folders = ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"]
    let isThere = FileManager.default.isExecutableFile
    guard let path = folders.map({ $0 + name }).first(where: isThere) else { return nil }
    self.path = path
  }

  /// Returns what the program prints.
  ///
  /// - Parameter isComplaint: Whether that is what it prints on standard error alone.
  func output(_ arguments: [String], onlyComplaints isComplaint: Bool = false) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = isComplaint ? FileHandle.nullDevice : pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }
}
