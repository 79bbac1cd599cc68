import SluiceWire

/// A record to forward to viewers.
struct Relay {
  /// The program; `nil` if the record concerns none.
  let instance: String?
  /// The record as received, without its reply.
  let record: WireRecord
  /// The record's line, with the instance.
  let line: [UInt8]
  /// The requester that it answers.
  var requester: Requester?

  /// Whether only the requester receives it: every viewer receives commits, but not answers to
  /// others.
  var isPrivate: Bool {
    guard requester != nil else { return false }
    if case .commit = record { return false }
    return true
  }

  init(_ record: WireRecord, of instance: String?, requester: Requester? = nil) {
    self.instance = instance
    self.record = record
    self.requester = requester
    line = WireEnvelope(instance: instance, record).line()
  }

  /// - Parameter line: The record as it came, without an instance.
  init(_ record: WireRecord, as line: ArraySlice<UInt8>, of instance: String) {
    self.instance = instance
    self.record = record
    requester = nil
    var bytes: [UInt8] = []
    bytes.reserveCapacity(line.count + 64)
    WireEnvelope.relay(line, from: instance, to: &bytes)
    self.line = bytes
  }

  /// Returns the line for a viewer; `nil` if it is not for that viewer.
  func line(forViewer viewer: Int) -> [UInt8]? {
    guard case .viewer(viewer, let request)? = requester else { return isPrivate ? nil : line }
    var answer = record
    answer.reply = request
    return WireEnvelope(instance: instance, answer).line()
  }
}
