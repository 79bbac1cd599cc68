import Foundation
import SluiceSocket
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct SourceFilesTests {
  @Test func `only a regular file is a source file, preferably in its module`() throws {
    let directory = try TemporaryDirectory()
    for path in ["Other/A.swift", "Shop/Views/A.swift", "Shop/B.swift/C.swift", "Only/D.swift"] {
      let folder = directory.url.appending(path: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try directory.write([], to: path)
    }
    let found = [
      "Shop/A.swift": "Shop/Views/A.swift", "Other/A.swift": "Other/A.swift",
      // A directory of that name.
      "Shop/B.swift": nil,
      "Shop/C.swift": "Shop/B.swift/C.swift", "Missing/D.swift": "Only/D.swift",
    ]
    for (file, path) in found {
      let source = SourceFiles.find(file, below: directory.path)
      #expect(source == path.map { directory.path($0) }, "\(file)")
    }
  }

  @Test func `a directory that does not say what its entries are is searched, too`() {
    let unknown = UInt8(DT_UNKNOWN)
    #expect(SourceFiles.kind(ofType: unknown, at: "/") == .directory)
    #expect(SourceFiles.kind(ofType: unknown, at: #filePath) == .regularFile)
    #expect(SourceFiles.kind(ofType: unknown, at: "/dev/null/x") == nil)
  }
}
