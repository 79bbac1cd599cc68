import SluiceTree
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct ChangedPathsTests {
  private static func paths(of keys: [String]) -> ChangedPaths {
    var writer = CompactWriter()
    writer.write(keys.map { TreeChange.set([.key($0)], old: 0, new: 1) })
    var reader = CompactReader(writer.bytes)
    var paths = ChangedPaths()
    paths.insert(&reader)
    return paths
  }

  @Test func `so many parts are known, and more are like all`() throws {
    let keys = (0..<ChangedPaths.maximumCount).map { "k\($0)" }
    let other = KnownPath([.key("other")])
    let known = Self.paths(of: keys + keys)
    #expect(known.parts?.count == ChangedPaths.maximumCount)
    #expect(!known.mayConcern(other))
    let all = Self.paths(of: keys + ["one more"])
    #expect(all.parts == nil)
    #expect(all.mayConcern(other))
  }
}
