import SluiceWire

/// Something that viewers are to be told.
struct Relay {
  /// The program that it is about; nil for what is about none.
  let instance: String?
  /// As it came, without the number of the command that it answers.
  let record: WireRecord
  /// The record's line, with the instance.
  let line: [UInt8]
  /// Who asked for it.
  var asker: Asker?

  /// Whether only who asked is told: everybody sees a commit, but not the answers to others.
  var isPrivate: Bool {
    guard asker != nil else { return false }
    if case .commit = record { return false }
    return true
  }

  init(_ record: WireRecord, of instance: String?, asker: Asker? = nil) {
    self.instance = instance
    self.record = record
    self.asker = asker
    line = WireEnvelope(instance: instance, record).line()
  }

  /// - Parameter line: The record as it came, without an instance.
  init(_ record: WireRecord, as line: ArraySlice<UInt8>, of instance: String) {
    self.instance = instance
    self.record = record
    asker = nil
    var bytes: [UInt8] = []
    bytes.reserveCapacity(line.count + 64)
    WireEnvelope.relay(line, from: instance, to: &bytes)
    self.line = bytes
  }

  /// The line for one viewer; nil where it is not for that one.
  func line(forViewer viewer: Int) -> [UInt8]? {
    guard case .viewer(viewer, let request)? = asker else { return isPrivate ? nil : line }
    var answer = record
    answer.reply = request
    return WireEnvelope(instance: instance, answer).line()
  }
}
