import SluiceWire

@testable import ExplorerKit

/// A session with its surroundings, fed with records and bytes.
struct SessionUnderTest {
  var session: PeerSession
  var pasts = Pasts()
  var output = PeerSession.Output()

  init(
    longestRecord: Int = 1 << 20,
    versions: ClosedRange<WireVersion> = WireVersion.supported,
    isRelaying: Bool = false
  ) {
    session = PeerSession(longestRecord: longestRecord, versions: versions)
    output.isRelaying = isRelaying
  }

  mutating func send(_ records: WireRecord...) {
    for record in records { send(bytes: record.line()) }
  }

  mutating func send(bytes: [UInt8]) {
    session.receive(bytes[...], pasts: &pasts, output: &output)
  }

  mutating func send(text: String) {
    send(bytes: Array(text.utf8))
  }

  mutating func end() {
    session.end(pasts: &pasts, output: &output)
  }

  /// What was found fault with.
  var problems: [String] { output.events.problems }

  var answers: [WireRecord] {
    output.answers.split(separator: UInt8(ascii: "\n")).compactMap { try? WireRecord(line: $0) }
  }
}
