import SluiceTree
import SluiceWire

/// The parts of a commit that are present, as bits.
private struct Parts: OptionSet {
  let rawValue: UInt64
  static let id = Parts(rawValue: 1 << 0)
  static let payload = Parts(rawValue: 1 << 1)
  static let origin = Parts(rawValue: 1 << 2)
  static let info = Parts(rawValue: 1 << 3)
  static let cause = Parts(rawValue: 1 << 4)
  static let causeEffect = Parts(rawValue: 1 << 5)
  static let causeRun = Parts(rawValue: 1 << 6)
  static let reducing = Parts(rawValue: 1 << 7)
  static let count = Parts(rawValue: 1 << 8)
  static let reply = Parts(rawValue: 1 << 9)
  static let note = Parts(rawValue: 1 << 10)
  static let omitted = Parts(rawValue: 1 << 11)
  static let unknown = Parts(rawValue: 1 << 12)
  static let reducers = Parts(rawValue: 1 << 13)
  static let elements = Parts(rawValue: 1 << 14)
  static let causeElement = Parts(rawValue: 1 << 15)
  static let carried = Parts(rawValue: 1 << 16)

  init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  init(of commit: WireRecord.Commit) {
    self = []
    if commit.action.id != nil { insert(.id) }
    if commit.action.payload != nil { insert(.payload) }
    if !commit.action.elements.isEmpty { insert(.elements) }
    if commit.origin != nil { insert(.origin) }
    if commit.origin?.info != nil { insert(.info) }
    if commit.origin?.carried != nil { insert(.carried) }
    if commit.cause != nil { insert(.cause) }
    if commit.cause?.effect != nil { insert(.causeEffect) }
    if commit.cause?.element != nil { insert(.causeElement) }
    if commit.cause?.run != nil { insert(.causeRun) }
    if commit.reducing != nil { insert(.reducing) }
    if commit.count != 1 { insert(.count) }
    if commit.reply != nil { insert(.reply) }
    if commit.note != nil { insert(.note) }
    if commit.omittedChanges != 0 { insert(.omitted) }
    if commit.changesAreUnknown { insert(.unknown) }
    if commit.reducers != nil { insert(.reducers) }
  }
}

extension CompactWriter {
  /// Writes what a commit has beside its number, its time and its changes; the action's type stands
  /// first, to be read without the rest.
  mutating func writeHead(of commit: WireRecord.Commit) {
    write(commit.action.type)
    write(Parts(of: commit).rawValue)
    if let id = commit.action.id { write(id) }
    if let payload = commit.action.payload { write(payload) }
    if !commit.action.elements.isEmpty { write(commit.action.elements) }
    if let origin = commit.origin {
      write(origin.file)
      write(signed: Int64(origin.line))
      write(origin.function)
      if let info = origin.info { write(info) }
      if let carried = origin.carried { write(carried) }
    }
    if let cause = commit.cause {
      write(signed: Int64(cause.commit))
      if let effect = cause.effect { write(effect) }
      if let element = cause.element { write(element) }
      if let run = cause.run { write(signed: Int64(run)) }
    }
    if let reducing = commit.reducing { write(signed: reducing) }
    if commit.count != 1 { write(signed: Int64(commit.count)) }
    if let reply = commit.reply { write(signed: Int64(reply)) }
    if let note = commit.note { write(note) }
    if commit.omittedChanges != 0 { write(signed: Int64(commit.omittedChanges)) }
    if let reducers = commit.reducers {
      write(count: reducers.count)
      for reducer in reducers { write(reducer.id) }
    }
  }

  private mutating func write(_ elements: [ElementName]) {
    write(count: elements.count)
    for element in elements {
      write(element.type)
      // None for every element.
      write(count: element.id == nil ? 0 : 1)
      if let id = element.id { write(id) }
    }
  }
}

extension CompactReader {
  /// Reads what ``CompactWriter/writeHead(of:)`` wrote, as a commit without changes.
  mutating func commitHead(number: Int, time: Int64) -> WireRecord.Commit {
    var action = WireRecord.Action(type: text())
    let parts = Parts(rawValue: self.number())
    if parts.contains(.id) { action.id = text() }
    if parts.contains(.payload) { action.payload = tree() }
    if parts.contains(.elements) { action.elements = elements() }
    var commit = WireRecord.Commit(number: number, time: time, action: action)
    if parts.contains(.origin) {
      var origin = WireRecord.Origin(file: text(), line: Int(signed()), function: text())
      if parts.contains(.info) { origin.info = text() }
      if parts.contains(.carried) { origin.carried = tree() }
      commit.origin = origin
    }
    if parts.contains(.cause) {
      var cause = WireRecord.Cause(commit: Int(signed()))
      if parts.contains(.causeEffect) { cause.effect = text() }
      if parts.contains(.causeElement) { cause.element = text() }
      if parts.contains(.causeRun) { cause.run = Int(signed()) }
      commit.cause = cause
    }
    if parts.contains(.reducing) { commit.reducing = signed() }
    if parts.contains(.count) { commit.count = Int(signed()) }
    if parts.contains(.reply) { commit.reply = Int(signed()) }
    if parts.contains(.note) { commit.note = text() }
    if parts.contains(.omitted) { commit.omittedChanges = Int(signed()) }
    if parts.contains(.reducers) {
      commit.reducers = (0..<count()).map { _ in WireRecord.Reducer(id: text()) }
    }
    commit.changesAreUnknown = parts.contains(.unknown)
    return commit
  }

  private mutating func elements() -> [ElementName] {
    (0..<count()).map { _ in
      let type = text()
      return ElementName(type: type, id: count() == 0 ? nil : tree())
    }
  }
}
