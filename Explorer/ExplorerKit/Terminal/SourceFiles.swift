import SluiceSocket

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The source files below the current directory.
enum SourceFiles {
  /// The maximum number of directories to look into.
  private static let maximalDirectories = 20_000

  /// Returns the path of a file that a program calls `Module/File.swift`; `nil` if there is none.
  ///
  /// Only regular files count. If several have the name, the one with the module among its directories counts.
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
        let type = unsafe entry.pointee.d_type
        switch kind(ofType: type, at: path) {
        case .directory: directories.append(path)
        case .regularFile where entryName == name:
          if module.map({ path.contains("/\($0)/") }) ?? true { return path }
          found = found ?? path
        default: break
        }
      }
    }
    return found
  }

  /// Returns the kind of a directory's entry; looks at the file where the directory doesn't say it.
  static func kind(ofType type: UInt8, at path: String) -> PathFacts.Kind? {
    switch type {
    case UInt8(DT_DIR): .directory
    case UInt8(DT_REG): .regularFile
    case UInt8(DT_UNKNOWN): (try? PathFacts(at: path))??.kind
    default: .other
    }
  }
}
