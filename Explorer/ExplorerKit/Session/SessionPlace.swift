import SluiceRecordings
import SluiceTree
import SluiceWire

/// A place from which a session file can be read: its beginning, or a mark.
///
/// A file without marks gets them when it is read: then they have the records that a mark would have.
struct SessionPlace: Sendable {
  /// The number of bytes and lines in front of it.
  let offset: Int
  let line: Int
  /// The number of `hello` in front of it.
  var programs = 0
  /// What was known of the stores that were connected.
  var stores: [WireRecord.Mark.Store] = []
  /// What stands in the place of a mark's lines.
  var records: [WireEnvelope] = []

  static let beginning = SessionPlace(offset: 0, line: 0)

  /// The number of a store's last commit, if its state is known here.
  func number(of instance: String) -> Int? {
    stores.lazy.filter { $0.instance == instance }.compactMap(\.number).first
  }

  /// Whether no program may have come or gone between this place and a later one.
  func hasSamePrograms(as other: SessionPlace) -> Bool {
    programs == other.programs && stores.map(\.instance) == other.stores.map(\.instance)
  }
}

extension SessionPlace {
  init(offset: Int, _ mark: WireRecord.Mark, in part: InputFile.Part? = nil) {
    self.init(
      offset: offset + (part?.range.lowerBound ?? 0),
      line: mark.line + (part?.lines ?? 0),
      // Nothing is known of those in front when a recording is continued.
      programs: mark.turn != nil && mark.stores.isEmpty ? -1 : mark.programs,
      stores: mark.stores
    )
  }

  /// Returns the marks of a file, in their order.
  static func marks(in file: InputFile, size: Int) throws(SessionError) -> [SessionPlace] {
    if file.parts.isEmpty { return try marks(in: file, nil, size: size) }
    var places: [SessionPlace] = []
    for part in file.parts { places += try marks(in: file, part, size: part.range.count) }
    return places
  }

  private static func marks(
    in file: InputFile,
    _ part: InputFile.Part?,
    size: Int
  ) throws(SessionError) -> [SessionPlace] {
    let start = part?.range.lowerBound ?? 0
    let search = MarkSearch { offset, buffer throws(SessionError) in
      try file.read(at: start + offset, into: &buffer)
    }
    var places: [SessionPlace] = []
    var found = try search.last(before: size)
    while let mark = found {
      places.append(SessionPlace(offset: mark.offset, mark.mark, in: part))
      found = try search.before(mark)
    }
    if start > 0, let first = try search.mark(at: 0) {
      places.append(SessionPlace(offset: 0, first, in: part))
    }
    return places.reversed()
  }
}

/// Makes the places of a file without marks, as whoever records makes marks.
struct SessionPlaces {
  private(set) var all = [SessionPlace.beginning]
  private let minimum: Int
  private var programs = 0

  /// - Parameter minimum: The minimum number of bytes between two places.
  init(minimum: Int) {
    self.minimum = minimum
  }

  /// Takes in the events of a line, behind which the pasts are as they are.
  mutating func take(_ events: [HubEvent], _ pasts: Pasts, behind line: SessionReader.Line) {
    programs += events.count { if case .connected = $0 { true } else { false } }
    let end = line.offset + line.length + 1
    guard let last = all.last, end - last.offset >= minimum else { return }
    let connected = pasts.connected
    let states = connected.reduce(0) { $0 + ($1.history.lastState?.approximateByteCount ?? 0) }
    // States share what they have in common, but not all that a text has: this bounds the memory.
    guard end - last.offset >= states else { return }
    var place = SessionPlace(offset: end, line: line.number, programs: programs)
    place.stores = connected.map(\.markedStore)
    for past in connected {
      place.records.append(WireEnvelope(.hello(past.hello)))
      if past.markedStore.number != nil, let state = past.state() {
        place.records.append(WireEnvelope(instance: past.instance, state))
      }
    }
    all.append(place)
  }
}

extension Past {
  /// What a mark says of it; without a number where something may have been lost.
  var markedStore: WireRecord.Mark.Store {
    let isKnown = history.lastState != nil && !isResuming
    return WireRecord.Mark.Store(instance: instance, number: isKnown ? history.lastNumber : nil)
  }
}
