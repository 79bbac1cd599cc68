import SluiceWire

/// What is known of a session file after it was read once, so that any commit of it can be asked about.
///
/// Has the pasts of all programs in the file. It can be written and read again, and go on where the file
/// has grown.
struct SessionIndex {
  /// Up to where a file was read.
  struct Place: Hashable, Sendable {
    var lines = 0
    var bytes = 0
  }

  /// The maximum number of damaged lines to name.
  static let maximalNamed = 10

  let lines: SessionLines
  /// The complete lines that were read.
  var place = Place()
  private(set) var events: SessionEvents
  var damage: (lines: [Int], count: Int) = ([], 0)
  /// The version of a program whose records can't be read.
  var laterVersion: WireVersion?
  /// The lines that say which programs came and went, from which ``events`` is made again.
  private(set) var journal: [UInt8] = []

  /// - Parameter pasts: What is filled; `nil` for pasts whose commits stay in the file.
  init(_ lines: SessionLines, filling pasts: Pasts? = nil) {
    self.lines = lines
    events = SessionEvents(pasts ?? Pasts(of: lines))
  }

  /// Creates an index as it was when it was written.
  init(_ lines: SessionLines, place: Place, journal: [UInt8], _ pasts: [FiledPast]) {
    self.init(lines)
    self.place = place
    self.journal = journal
    for line in journal.split(separator: UInt8(ascii: "\n")) {
      guard let envelope = try? WireEnvelope(lineOfFile: line) else { continue }
      _ = events.take(envelope)
    }
    for past in pasts {
      let history = History(of: lines, past.facts)
      events.pasts.restore(history, isResuming: past.isResuming, of: past.instance)
    }
  }

  /// The past of a program as it is written.
  struct FiledPast {
    let instance: String
    let isResuming: Bool
    let facts: History.Facts
  }

  /// What is known of the programs.
  var pasts: Pasts { events.pasts }

  // MARK: - Reading

  /// Takes in a line.
  mutating func take(_ line: SessionReader.Line) {
    switch line.content {
    case .failure:
      noteDamage(line.number)
    case .success(let envelope):
      switch envelope.record {
      case .hello, .bye, .disconnected: journal += envelope.line()
      default: break
      }
      switch events.take(envelope, at: line.offset) {
      case .success: break
      case .failure(.laterVersion(let version)): laterVersion = version
      case .failure: noteDamage(line.number)
      }
    }
  }

  /// Takes in a commit of the form that a scanner knows.
  ///
  /// - Returns: `false` if the line is needed.
  mutating func take(
    _ commit: CommitScanner.Commit,
    _ changes: CompactWriter,
    at offset: Int
  ) -> Bool {
    events.take(commit, changes, at: offset)
  }

  private mutating func noteDamage(_ number: Int) {
    damage.count += 1
    if damage.lines.count < Self.maximalNamed { damage.lines.append(number) }
  }
}
