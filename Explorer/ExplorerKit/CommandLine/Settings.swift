import SluiceMonitor
import SluiceTree
import SluiceWire

/// The command, arguments and options of a command line.
struct Settings: Hashable, Sendable {
  enum ColorChoice: String, CaseIterable, Sendable {
    case auto
    case always
    case never
  }

  /// The part of the demo that this process runs.
  enum DemoPart: Hashable, Sendable {
    case both
    case app
    case watch
  }

  var command = Command.watch
  /// The unparsed text, whose errors are reported when it is resolved.
  var endpoint: String?
  var color = ColorChoice.auto
  var isJSON = false
  var isVerbose = false
  var allowedUserIDs: [UInt32] = []
  /// The maximum length of a record in bytes, if the user set one.
  var recordLimit: Int?
  /// The maximum length of a record that comes over a connection, in bytes.
  var longestRecord: Int { recordLimit ?? LineLimit.standardRecord.bytes }
  /// The maximum length of a line in a session.
  var longestLine: LineLimit {
    // As in ``ViewerSession``: a line may be longer by its instance.
    recordLimit.map { .record($0 + 8 * PeerSession.maximumInstanceLength) } ?? .unlimited
  }
  var log = LogOptions()
  var part = DemoPart.both
  var isForever = false
  var seed: UInt64 = 1
  /// The arguments of the command.
  var arguments: [String] = []
  /// The name of the program to command; `nil` for the only one.
  var app: String?
  var store: String?
  /// The elements for which an action is sent, the outermost first.
  var elements: [ElementName] = []
  /// The maximum time for the program to connect and to answer.
  var timeout = Duration.seconds(5)
  /// The same, if the user set one.
  var limitedTime: Duration?
  /// The commits that a restored state leaves out; `nil` to restore the one after a commit.
  var without: [Int]?
  /// The session file from which a state is restored; `nil` for the program's own past.
  var source: String?
  var filter: Filter?
  /// Whether to overwrite an existing file.
  var isForced = false
  /// Bytes of both files of a bounded recording; `nil` for one without a bound.
  var limit: Int?
  /// The speed relative to the recording; `nil` for as fast as possible.
  var speed: Double? = 1
  /// Whether a speed was asked for, so that a screen doesn't show all at once.
  var isPlayed = false
  var isStepped = false
  var exportFormat: ExportFormat?
  /// Whether numbers are drawn as a chart.
  var isPlotted = false
  /// The commit that a question is about; `nil` for the last one.
  var at: Int?
  /// The paths of the values to plot.
  var pins: [StatePath] = []
  /// The places whose values an export redacts.
  var redactions: [Redaction.Path] = []
  /// Whether an assistant may change programs.
  var allowsCommands = false
  /// Whether a session or the demo is shown in the screen.
  var showsScreen = false
  /// How many commits are held to be asked about.
  var keep = History.Limits.standardCommits

  func isColored(on terminal: Terminal) -> Bool {
    switch color {
    case .auto: terminal.wantsColor
    case .always: true
    case .never: false
    }
  }
}

/// What a command line requests.
enum Invocation: Hashable, Sendable {
  case run(Settings)
  /// Help about a command; `nil` for the general help.
  case help(Command?)
  case version
}
