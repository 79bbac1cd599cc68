import Foundation
import SluiceSocket
import TestSupport
import Testing

@testable import ExplorerKit

@Suite struct RestTests {
  #if os(Linux)
    @Test func `a hub that rests notices that its socket was removed`() throws {
      let directory = try PrivateDirectory(removing: ["x.sock", "x.sock.lock"])
      let path = directory.path + "/x.sock"
      do {
        let hub = try Hub(at: .unix(path: path), longestRecord: 1 << 20)
        _ = try hub.turn(atMost: .zero)
        try FileManager.default.removeItem(atPath: path)
        // Ends because of the removal, and not because somebody looks every second.
        let start = ContinuousClock.now
        _ = try hub.turn(atMost: .seconds(60))
        #expect(start.duration(to: .now) < .milliseconds(900))
        #expect(FileManager.default.fileExists(atPath: path))
      }
      // The socket has to go before its directory.
      _ = consume directory
    }
  #endif
}
