import SluiceSocket
import SluiceWire

/// `sluice-explorer record FILE`, or `-` for standard output.
struct RecordCommand {
  let settings: Settings
  let interruption: Interruption
  /// What it has of the world outside.
  var world = World.system

  func run() throws(ExplorerError) {
    let path = settings.arguments.first ?? ""
    let watcher = try settings.makeWatcher(in: world)
    var target = try Target(path, settings, in: world.files)
    let name = path == "-" ? "standard output" : "“\(path)”"
    var status = RecordingStatus(of: name)
    let source = LiveEvents(
      watcher: watcher,
      ifAlone: status == nil ? settings.aloneNotice(watcher) : nil
    )
    if status == nil { Remark.write("Recording to \(name). Control-C ends it.") }
    var others = [(interruption.descriptor, Poller.Interest.reading)]
    if case .output(let output) = target { others.append((output.descriptor, [])) }
    var recorder = SessionRecorder(filter: settings.filter, limit: settings.limit)
    var bytes = 0
    var start: [UInt8] = []
    if let turn = target.turn { recorder.begin(turn: turn, Pasts(.none), to: &start) }
    try target.write(start, unless: interruption)
    var failure: ExplorerError?
    while !interruption.isRequested {
      status?.show(commits: recorder.commits, bytes: bytes)
      var lines: [UInt8] = []
      do throws(ExplorerError) {
        guard let events = try source.turn(alsoWaitingFor: others) else { break }
        for event in events { recorder.write(event, to: &lines) }
        recorder.markIfDue(source.watcher.pasts, to: &lines)
        // At once: a kill loses what has not arrived, and at most a part of the last line.
        try target.write(lines, unless: interruption)
        bytes += lines.count
        if let limit = recorder.fitLimit() {
          Remark.write("The recording takes up to \(ByteCount(limit)), eight times the states.")
        }
        if recorder.isFull {
          lines = []
          recorder.begin(turn: try target.turned(), source.watcher.pasts, to: &lines)
          try target.write(lines, unless: interruption)
        }
      } catch {
        failure = error
        break
      }
    }
    status?.end()
    if let failure { throw failure }
    if let remark = recorder.filter?.remark { Remark.write(remark) }
    Remark.write(
      """
      Recorded \(NumberText.count(recorder.commits, "commit")) of \
      \(NumberText.count(recorder.programCount, "program")), \(ByteCount(bytes)).
      """
    )
  }

  /// Where the session goes.
  private enum Target {
    case file(any RecordingDestination)
    case output(OutputStream)

    init(
      _ path: String,
      _ settings: Settings,
      in files: World.Files
    ) throws(ExplorerError) {
      if path == "-" {
        guard settings.limit == nil else {
          throw .usage(.badArgument(path, "a file, since two take turns with --limit"), .record)
        }
        self = .output(.standardOutput())
      } else {
        let make = settings.limit == nil ? files.make : files.makeBounded
        self = .file(
          try rethrow(make(path, settings.isForced), as: ExplorerError.recording)
        )
      }
    }

    /// The number of the turn of a bounded recording.
    var turn: Int? {
      if case .file(let file) = self { file.turn } else { nil }
    }

    /// Begins the other file of a bounded recording; returns the number of its turn.
    mutating func turned() throws(ExplorerError) -> Int {
      guard case .file(let file) = self else { return 0 }
      let next: any RecordingDestination = try rethrow(file.turned(), as: ExplorerError.recording)
      self = .file(next)
      return next.turn ?? 0
    }

    func write(_ lines: [UInt8], unless interruption: Interruption) throws(ExplorerError) {
      switch self {
      case .file(let file):
        if lines.isEmpty { return }
        if let fault = file.fault() { throw .recording(.fileLost(path: file.path, fault)) }
        try rethrow(file.write(lines), as: ExplorerError.recording)
      case .output(let output):
        output.buffer += lines
        try output.write(unless: interruption)
        if output.readerIsGone { throw .output(.closed) }
      }
    }
  }
}
