import Foundation
import SluiceSocket
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Between the end of one hub and the beginning of another there is nobody to ask.
@Suite(.inTurn) struct WatcherTests {
  @Test func `a request without a hub is refused for that reason`() throws {
    let socket = try TestSocket()
    func watch() throws -> Watcher {
      try Watcher(at: socket.endpoint, longestRecord: 1 << 20)
    }
    var hub: Watcher? = try watch()
    let viewer = try watch()
    #expect(hub?.isHub == true && !viewer.isHub)
    while !viewer.isLive {
      _ = try hub?.turn(atMost: .milliseconds(10))
      _ = try viewer.turn(atMost: .milliseconds(10))
    }
    hub = nil
    // A process that is about to listen has the lock.
    let lock = try #require(FileHandle(forUpdatingAtPath: socket.path + ".lock"))
    #expect(flock(lock.fileDescriptor, LOCK_EX) == 0)
    while viewer.isLive { _ = try viewer.turn(atMost: .milliseconds(10)) }
    #expect(!viewer.isHub)
    let request = WireRecord.snapshot(.init(request: 0))
    #expect(throws: CommandRefusal.noHub) { try viewer.send(request, to: nil) }
    try lock.close()
    while !viewer.isHub { _ = try viewer.turn(atMost: .milliseconds(10)) }
    #expect(throws: CommandRefusal.unknownProgram(nil)) { try viewer.send(request, to: nil) }
  }
}
