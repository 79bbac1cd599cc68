import SluiceTree
import SluiceWire

/// Counts actions, effects and changes, in bounded memory.
struct Statistics: Sendable {
  /// Something with a name in a program.
  struct Subject: Hashable, Sendable {
    let app: String
    let name: String
  }

  struct ActionFigures: Sendable {
    var count = 0
    var reducing = DurationHistogram()
  }

  struct EffectFigures: Sendable {
    var started = 0
    var ended = 0
    var failed = 0
    /// The number of attempts that failed and were followed by another.
    var retried = 0
    var cancelled = 0
    /// Of runs that ended or failed.
    var latency = DurationHistogram()
  }

  /// The maximum number of subjects of a kind; further ones are counted under ``others``.
  static let maximalSubjects = 1_000
  static let others = "(others)"

  private(set) var actions: [Subject: ActionFigures] = [:]
  private(set) var effects: [Subject: EffectFigures] = [:]
  /// By path, with `[*]` for each index.
  private(set) var changes: [Subject: Int] = [:]
  /// The subjects of paths that changed before, so that a path is rarely put into words.
  private(set) var changed: [ChangedPath: Subject] = [:]
  private(set) var reducing = DurationHistogram()
  private(set) var commits = 0
  private(set) var rate = RateHistory()
  /// The number of commits that are part of another's record, so that their actions are unknown.
  private(set) var joined = 0
  private(set) var dropped = 0
  /// How often each kind of diagnostic was reported.
  private(set) var diagnostics: [Subject: Int] = [:]
  /// How often each was counted, by program and number: one that comes again says how often in all.
  private var counted: [String: [Int: Int]] = [:]
  /// The selectors and observers of programs that measure them.
  private(set) var reads: [Subject: ReadFigures] = [:]
  private(set) var apps: Set<String> = []
  /// Whether nothing was counted.
  var isEmpty: Bool { commits == 0 && effects.isEmpty && diagnostics.isEmpty && reads.isEmpty }

  private var firstTime: Int64?
  private var lastTime: Int64?

  /// The seconds from the first event with a time to the last.
  var seconds: Double {
    guard let firstTime, let lastTime else { return 0 }
    return (Double(lastTime) - Double(firstTime)) / 1_000_000
  }

  mutating func take(_ event: HubEvent) {
    if let time = event.time, !event.isDiagnostic {
      firstTime = min(firstTime ?? time, time)
      lastTime = max(lastTime ?? time, time)
    }
    guard case .record(let app, let instance, let record) = event else { return }
    if apps.count < Self.maximalSubjects { apps.insert(app) }
    switch record {
    case .commit(let commit): take(commit, app)
    case .effect(let effect): take(effect, app)
    case .diagnostic(let diagnostic): take(diagnostic, app, instance)
    case .reads(let reads): take(reads, app)
    case .dropped(let gap): dropped = WireNumber.sum(dropped, gap.count)
    case .hello, .state, .bye, .welcome, .dispatch, .restore, .pause, .resume, .snapshot, .question,
      .answer, .error, .problem, .disconnected, .live, .mark, .unknown:
      break
    }
  }

  private mutating func take(_ commit: WireRecord.Commit, _ app: String) {
    commits = WireNumber.sum(commits, max(commit.count, 1))
    rate.add(max(commit.count, 1), at: commit.time)
    joined = WireNumber.sum(joined, max(commit.count, 1) - 1)
    let name = ActionText.nameWithCase(of: commit.action)
    Self.count(Subject(app: app, name: name), in: &actions, ActionFigures()) { figures in
      figures.count += 1
      if let time = commit.reducing { figures.reducing.add(time) }
    }
    if let time = commit.reducing { reducing.add(time) }
    for change in commit.changes {
      Self.count(subject(of: change.path, app), in: &changes, 0) { $0 += 1 }
    }
  }

  private mutating func subject(of path: TreePath, _ app: String) -> Subject {
    let path = ChangedPath(app: app, path: path)
    if let known = changed[path] { return known }
    let subject = Subject(app: app, name: path.name)
    if changed.count < Self.maximalSubjects { changed[path] = subject }
    return subject
  }

  private mutating func take(_ effect: WireRecord.Effect, _ app: String) {
    let subject = Subject(app: app, name: effect.effect)
    Self.count(subject, in: &effects, EffectFigures()) { figures in
      switch effect.event {
      case .started: figures.started += 1
      case .ended: figures.ended += 1
      case .failed: figures.failed += 1
      case .retrying: figures.retried += 1
      case .cancelled: figures.cancelled += 1
      }
      if effect.event == .ended || effect.event == .failed, let duration = effect.duration {
        figures.latency.add(duration)
      }
    }
  }

  private mutating func take(
    _ diagnostic: WireRecord.Diagnostic,
    _ app: String,
    _ instance: String
  ) {
    guard counted.count < Self.maximalSubjects || counted[instance] != nil else { return }
    let known = counted[instance] ?? [:]
    guard known.count < Self.maximalSubjects || known[diagnostic.number] != nil else { return }
    let more = max(diagnostic.count - (known[diagnostic.number] ?? 0), 0)
    counted[instance, default: [:]][diagnostic.number] = diagnostic.count
    Self.count(Subject(app: app, name: diagnostic.id), in: &diagnostics, 0) {
      $0 = WireNumber.sum($0, more)
    }
  }

  private mutating func take(_ reads: WireRecord.Reads, _ app: String) {
    for read in reads.reads {
      let subject = Subject(app: app, name: ReadText.title(read))
      Self.count(subject, in: &self.reads, ReadFigures()) { $0.take(read, of: reads.number) }
    }
  }

  private static func count<Figures>(
    _ subject: Subject,
    in table: inout [Subject: Figures],
    _ none: Figures,
    _ body: (inout Figures) -> Void
  ) {
    let isKnown = table.count < maximalSubjects || table[subject] != nil
    let place = isKnown ? subject : Subject(app: subject.app, name: others)
    // A hostile program could have many names, too.
    let bounded = table.count < 2 * maximalSubjects || table[place] != nil
    body(&table[bounded ? place : Subject(app: "", name: others), default: none])
  }
}

extension HubEvent {
  /// Whether it is a diagnostic, whose time may be that of an earlier connection.
  fileprivate var isDiagnostic: Bool {
    if case .record(_, _, .diagnostic) = self { true } else { false }
  }
}
