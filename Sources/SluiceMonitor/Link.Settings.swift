import SluiceRecordings
import SluiceSocket
import SluiceWire

extension Link {
  /// Settings that don't change.
  struct Settings: Sendable {
    let name: String
    let storeName: String?
    /// `nil` for none before the first connection, and the default number after one.
    let backlog: Int?
    let limits: ExplorerLimits
    /// `nil` for the endpoint's default.
    let overflow: ExplorerOverflow?
    let redaction: Redaction
    var view = ActionView()
    let accepted: AcceptedActions
    /// `nil` if states may not be restored.
    let restorer: StateRestorer?
    var showsReads = false
    /// The minimum number of bytes between two marks of a recording.
    var markDistance = MarkWriter.minimumDistance
    /// Bytes of both files of a bounded recording; `nil` for one without a bound.
    var recordingLimit: Int?
    var world = World.system
  }
}
