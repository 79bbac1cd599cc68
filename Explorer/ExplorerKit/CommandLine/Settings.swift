import SluiceWire

/// What a command line asks for.
struct Settings: Hashable, Sendable {
  enum ColorChoice: String, CaseIterable, Sendable {
    case auto
    case always
    case never
  }

  /// Which part of the demo runs here.
  enum DemoPart: Hashable, Sendable {
    case both
    case app
    case watch
  }

  /// What a session is made into.
  enum ExportForm: String, CaseIterable, Sendable {
    case swiftTest = "swift-test"
    /// A picture of the log.
    case svg
  }

  var command = Command.log
  /// Text as it was given: what is wrong with it is found when it is resolved.
  var endpoint: String?
  var color = ColorChoice.auto
  var isJSON = false
  var isVerbose = false
  var allowedUserIDs: [UInt32] = []
  /// Bytes.
  var longestRecord = LineLimit.standardRecord.bytes
  var log = LogOptions()
  var part = DemoPart.both
  var isForever = false
  var seed: UInt64 = 1
  /// What stands behind the command.
  var arguments: [String] = []
  /// Which program is commanded; nil for the only one.
  var app: String?
  var store: String?
  /// How long the program may take to connect and to answer.
  var timeout = Duration.seconds(5)
  var filter: Filter?
  /// Whether a file may be written over.
  var isForced = false
  /// How many times as fast as it was recorded; nil for as fast as it can be read.
  var speed: Double? = 1
  var isStepped = false
  var exportForm: ExportForm?

  func isColored(on terminal: Terminal) -> Bool {
    switch color {
    case .auto: terminal.wantsColor
    case .always: true
    case .never: false
    }
  }
}

/// What is to be done after a command line was read.
enum Invocation: Hashable, Sendable {
  case run(Settings)
  /// Nil for the help about the whole.
  case help(Command?)
  case version
}
