import SluiceSocket
import SluiceWire

/// `sluice-explorer record FILE`.
struct RecordCommand {
  let settings: Settings
  let interruption: Interruption

  func run() throws(ExplorerError) {
    let path = settings.arguments.first ?? ""
    let source = LiveEvents(watcher: try settings.makeWatcher())
    let file = try ExplorerError.recording { () throws(SocketError) in
      try RecordingFile(at: path, replacing: settings.isForced)
    }
    Remark.write("Recording to “\(path)”. Control-C ends it.")
    var recorder = SessionRecorder(filter: settings.filter)
    var bytes = 0
    while !interruption.isRequested {
      let others = [(interruption.descriptor, Poller.Interest.reading)]
      guard let events = try source.turn(alsoWaitingFor: others) else { break }
      var lines: [UInt8] = []
      for event in events { recorder.write(event, to: &lines) }
      if lines.isEmpty { continue }
      // At once: a kill loses what has not arrived, and at most a part of the last line.
      try ExplorerError.recording { () throws(SocketError) in try file.write(lines) }
      bytes += lines.count
    }
    Remark.write(
      """
      Recorded \(Self.count(recorder.commits, "commit")) of \
      \(Self.count(recorder.programCount, "program")), \(ByteCount(bytes)).
      """
    )
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
