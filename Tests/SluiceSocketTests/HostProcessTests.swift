import Foundation
import SluiceSocket
import TestSupport
import Testing

@Suite(.inTurn)
struct HostProcessTests {
  @Test func `a program's name is that of its file`() throws {
    let path = try #require(CommandLine.arguments.first)
    #expect(HostProcess.name == URL(fileURLWithPath: path).lastPathComponent)
  }
}
