import Foundation
import SluiceSocket
import TestSupport
import Testing

@testable import ExplorerKit

#if os(Linux)
  @Suite(.inTurn) struct HubRestTests {
    @Test func `a hub that rests notices that its socket was removed`() throws {
      let directory = try TemporaryDirectory()
      let path = directory.path + "/x.sock"
      do {
        // Doesn't look by itself before the test is over: only the removal ends the turn.
        let hub = try Hub(
          at: .unix(path: path),
          longestRecord: 1 << 20,
          repairInterval: .seconds(3_600)
        )
        _ = try hub.turn(atMost: .zero)
        try FileManager.default.removeItem(atPath: path)
        _ = try hub.turn(atMost: .seconds(60))
        #expect(FileManager.default.fileExists(atPath: path))
      }
      // The socket has to go before its directory.
      _ = consume directory
    }
  }
#endif
