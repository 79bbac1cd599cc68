#if DEBUG || FUZZING
  import Foundation
  import Sluice
  import SluiceTesting
  import SluiceTree
  import SluiceWire

  @testable import ExplorerKit

  /// Readers of session files.
  enum SessionFuzzing {
    /// A session that is replayed, printed and counted; and recorded again, it is the same.
    static func replay(_ bytes: [UInt8]) throws {
      let events = try events(of: bytes).events
      try show(events)
      try test(bytes)
      try ask(bytes)
      let recorded = HubFuzzing.record(events)
      guard !recorded.isEmpty else { return }
      let again = try Self.events(of: recorded)
      try Finding.requireEqual(again.faults, [], "What was recorded is damaged")
      let second = HubFuzzing.text(HubFuzzing.record(again.events))
      try Finding.requireEqual(second, HubFuzzing.text(recorded), "A recording of a replay differs")
    }

    /// A file is asked as a history in memory is, from its marks or from the beginning.
    private static func ask(_ bytes: [UInt8]) throws {
      try withFile(of: bytes) { path in
        let limit = LineLimit.record(1 << 16)
        guard let session = try? SessionFile(at: path, longestLine: limit, pieceBytes: 256) else {
          return
        }
        for past in try session.held().all {
          let choice = ProgramChoice(app: past.label)
          if let found = try? session.past(of: choice) { ask(found.history) }
        }
        try Finding.require(session.fault == nil, "A file can't be read.")
      }
    }

    private static func ask(_ history: History) {
      guard let numbers = history.numbers else { return }
      let middle = numbers.lowerBound + (numbers.upperBound - numbers.lowerBound) / 2
      for number in [numbers.lowerBound, middle, numbers.upperBound] {
        for question in [
          .state(StatePath(), at: number), .show(number), .why(StatePath(), at: number),
        ] as [Question] {
          _ = try? history.answer(question, file: "")
        }
      }
      _ = try? history.answer(.history(StatePath(), at: nil), file: "")
      _ = try? history.answer(.blame(StatePath(), at: nil), file: "")
    }

    private struct Act: Action, Codable { var by: Int? }

    private struct State: Codable, Sendable {
      var count: Int?
      var names: [String]?
    }

    /// Does what an exported test does.
    private static func test(_ bytes: [UInt8]) throws {
      try withFile(of: bytes) { path in
        // In the test that reads the corpus, too, what is refused is no failure.
        FailureReporting.$throwsAlways.withValue(true) {
          guard let recording = try? StoreRecording(path, accepting: [Act.self]) else { return }
          _ = try? recording.replay(State.self, reducers: [])
        }
      }
    }

    private static func withFile<Result>(
      of bytes: [UInt8],
      _ body: (String) throws -> Result
    ) throws -> Result {
      let path = NSTemporaryDirectory() + "/sluice-fuzzing-\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: path) }
      guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
        throw Finding("The file \(path) cannot be made.")
      }
      return try body(path)
    }

    /// Reads a session as `replay` does, without its pauses.
    static func events(of bytes: [UInt8]) throws -> (events: [HubEvent], faults: [String]) {
      // What is open remains readable.
      let file = try withFile(of: bytes) { try InputFile(at: $0) }
      var reader = SessionReader(file, longestLine: .record(1 << 16))
      var session = SessionEvents()
      var events: [HubEvent] = []
      var faults: [String] = []
      do throws(SessionError) {
        while let line = try reader.next() {
          switch line.content {
          case .failure(let error): faults.append(error.description)
          case .success(let envelope):
            switch session.take(envelope) {
            case .success(let more): events += more
            case .failure(let fault): faults.append(fault.description)
            }
          }
        }
      } catch {
        faults.append(error.description)
      }
      return (events, faults)
    }

    /// What is printed is harmless: plain lines act on no terminal, JSON is JSON.
    static func show(_ events: [HubEvent]) throws {
      var plain = PlainLog(palette: Palette(isColored: false), columns: { 80 }, now: { 0 })
      var json = JSONLog()
      var lines: [UInt8] = []
      var objects: [UInt8] = []
      for event in events {
        plain.write(event, to: &lines)
        json.write(event, to: &objects)
      }
      let isHarmless = lines.allSatisfy { $0 == 10 || $0 >= 0x20 && $0 != 0x7F }
      try Finding.require(isHarmless, "A control character is printed.")
      for line in objects.split(separator: 10) {
        _ = try JSONText.tree(of: line)
        let isPlain = line.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        try Finding.require(isPlain, "A control character is in JSON.")
      }
    }

    static func table(of events: [HubEvent]) -> [String] {
      var statistics = Statistics()
      for event in events {
        guard case .record(_, let instance, let record) = event else { continue }
        statistics.take(.record(label: instance, instance: instance, record))
      }
      return StatisticsTable(width: 80).lines(statistics).map(\.text)
    }
  }
#endif
