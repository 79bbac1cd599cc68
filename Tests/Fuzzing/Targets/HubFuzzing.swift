#if DEBUG || FUZZING
  import SluiceTree
  import SluiceWire

  @testable import ExplorerKit

  /// What several readers make of the same connections.
  enum HubFuzzing {
    /// The hub, a viewer, and a reader of the recording see the same.
    static func connect(_ bytes: [UInt8]) throws {
      let script = SessionScript(bytes)
      let (events, relayed) = hub(script)
      let seen = witness(events)
      let viewed = witness(viewer(relayed))
      try Finding.requireEqual(viewed, seen, "A viewer sees something else than its hub")
      let recorded = record(events)
      let replayed = try SessionFuzzing.events(of: recorded).events
      try Finding.requireEqual(witness(replayed), seen, "What was recorded is not what was seen")
      let again = text(record(replayed))
      try Finding.requireEqual(again, text(recorded), "A recording of a replay differs")
      let (first, second) = (SessionFuzzing.table(of: events), SessionFuzzing.table(of: replayed))
      try Finding.requireEqual(second, first, "Statistics differ")
      try SessionFuzzing.show(events)
    }

    /// What the hub sees, and what it sends to a viewer.
    private static func hub(_ script: SessionScript) -> (events: [HubEvent], relayed: [UInt8]) {
      var pasts = Pasts()
      var sessions: [Int: PeerSession] = [:]
      var events: [HubEvent] = []
      var relayed: [UInt8] = []
      func take(_ piece: SessionScript.Piece) {
        var session =
          sessions.removeValue(forKey: piece.connection) ?? PeerSession(longestRecord: 1 << 16)
        var output = PeerSession.Output(isRelaying: true)
        if !piece.isEnd { session.receive(piece.bytes[...], pasts: &pasts, output: &output) }
        // As the hub does, which hangs up.
        if piece.isEnd || output.isOver { session.end(pasts: &pasts, output: &output) }
        events += output.events
        for relay in output.relays { relayed += relay.line(forViewer: 1) ?? [] }
        if !output.isOver { sessions[piece.connection] = session }
      }
      for piece in script.pieces { take(piece) }
      for connection in sessions.keys.sorted() {
        take(.init(connection: connection, bytes: [], isEnd: true))
      }
      return (events, relayed)
    }

    private static func viewer(_ lines: [UInt8]) -> [HubEvent] {
      var session = ViewerSession(longestRecord: 1 << 16)
      var pasts = Pasts()
      var output = ViewerSession.Output()
      let welcome = WireRecord.welcome(.init(version: .one, longestRecord: 1 << 16)).line()
      session.receive(welcome[...], pasts: &pasts, output: &output)
      session.receive(lines[...], pasts: &pasts, output: &output)
      return output.events
    }

    static func text(_ lines: [UInt8]) -> [String] {
      lines.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
    }

    static func record(_ events: [HubEvent]) -> [UInt8] {
      var recorder = SessionRecorder()
      var lines: [UInt8] = []
      for event in events { recorder.write(event, to: &lines) }
      return lines
    }

    /// What a reader saw, without what may differ: labels, and old values that are not sent.
    private static func witness(_ events: [HubEvent]) -> [String] {
      func text(_ record: WireRecord, _ instance: String) -> String {
        String(decoding: WireEnvelope(instance: instance, record).line(), as: UTF8.self)
      }
      return events.compactMap { event in
        switch event {
        case .connected(_, let hello): return text(.hello(hello), hello.instance)
        case .record(_, let instance, var record):
          if case .commit(var commit) = record {
            commit.changes = commit.changes.map(\.withoutOld)
            record = .commit(commit)
          }
          record.reply = nil
          return text(record, instance)
        case .disconnected(_, let instance, let end): return "\(instance) \(end == .goodbye)"
        case .problem, .answer: return nil
        }
      }
    }
  }
#endif
