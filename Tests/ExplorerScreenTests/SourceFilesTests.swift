import Foundation
import SluiceSocket
import TestSupport
import Testing

@testable import ExplorerKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite(.inTurn) struct SourceFilesTests {
  @Test func `only a regular file is a source file, and the one of the module is preferred`() throws
  {
    let files = FileManager.default
    let directory = try TemporaryDirectory()
    let root = directory.url
    let paths = ["Other/A.swift", "Shop/Views/A.swift", "Shop/B.swift/C.swift", "Only/D.swift"]
    for path in paths {
      let file = root.appending(path: path)
      try files.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data().write(to: file)
    }
    func find(_ file: String) -> String? {
      SourceFiles.find(file, below: root.path).map { String($0.dropFirst(root.path.count + 1)) }
    }
    #expect(find("Shop/A.swift") == "Shop/Views/A.swift")
    #expect(find("Other/A.swift") == "Other/A.swift")
    // A directory of that name.
    #expect(find("Shop/B.swift") == nil)
    #expect(find("Shop/C.swift") == "Shop/B.swift/C.swift")
    #expect(find("Missing/D.swift") == "Only/D.swift")
  }

  @Test func `a directory that does not say what its entries are is searched, too`() {
    let unknown = UInt8(DT_UNKNOWN)
    #expect(SourceFiles.kind(ofType: unknown, at: "/") == .directory)
    #expect(SourceFiles.kind(ofType: unknown, at: #filePath) == .regularFile)
    #expect(SourceFiles.kind(ofType: unknown, at: "/dev/null/x") == nil)
  }
}
