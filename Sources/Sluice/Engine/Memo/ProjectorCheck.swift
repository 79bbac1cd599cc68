import SluiceTree
public import Synchronization

/// The source position and the name of a selector.
@usableFromInline
struct SelectorPlace: Sendable {
  let name: String?
  let fileID: StaticString
  let line: UInt

  @usableFromInline
  init(_ name: String?, _ fileID: StaticString, _ line: UInt) {
    self.name = name
    self.fileID = fileID
    self.line = line
  }

  var position: String { "\(fileID):\(line)" }
}

/// Whether a store runs its projectors twice, and the problems reported so far.
@usableFromInline
final class ProjectorWatch: @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.
  @usableFromInline let isOn = Atomic<Bool>(false)
  private let lock = PlainLock()
  private var handler: (@Sendable (StoreDiagnostic) -> Void)?
  private var reported: Set<String> = []

  @usableFromInline
  init() {}

  /// Starts or stops running projectors twice.
  func report(to handler: (@Sendable (StoreDiagnostic) -> Void)?) {
    lock.withLock { self.handler = handler }
    isOn.store(handler != nil, ordering: .relaxed)
  }

  /// Reports a projector, once for each source position: selectors of a family share theirs.
  func report(_ name: String, _ place: SelectorPlace, _ difference: String) {
    let position = place.position
    let handler = lock.withLock { reported.insert(position).inserted ? self.handler : nil }
    handler?(.unstableProjector(name: name, position: position, difference: difference))
  }
}

/// Runs one selector's projector in one store, counts the runs, and compares results for equal
/// inputs.
@usableFromInline
struct ProjectorCheck<State: Sendable, Value: Sendable>: Sendable {
  @usableFromInline let watch: ProjectorWatch
  @usableFromInline let runs: ProjectorRuns
  private let place: SelectorPlace
  #if DEBUG
    @usableFromInline let running: RunningProjector
  #endif
  private let areEqual: (@Sendable (Value, Value) -> Bool)?

  @usableFromInline
  init(
    _ home: SelectorHome,
    _ runs: ProjectorRuns,
    _ place: SelectorPlace,
    _ areEqual: (@Sendable (Value, Value) -> Bool)?
  ) {
    watch = home.projectorWatch
    self.runs = runs
    self.place = place
    self.areEqual = areEqual
    #if DEBUG
      let name = place.name ?? "Selector<\(State.self), \(Value.self)>"
      running = RunningProjector(name: name, position: place.position)
    #endif
  }

  /// Runs a projector; in debug builds, an action that it dispatches is reported by its name.
  @inlinable
  @inline(__always)
  func run(_ projector: () -> Value) -> Value {
    #if DEBUG
      let outer = running.enter()
      defer { running.leave(to: outer) }
    #endif
    runs.increment()
    let value = projector()
    if watch.isOn.load(ordering: .relaxed) { compare(value, projector()) }
    return value
  }

  @usableFromInline
  @inline(never)
  func compare(_ one: Value, _ other: Value) {
    if isSame(one, other) { return }
    let changes = Tree.changes(from: Tree(showing: one), to: Tree(showing: other))
    // Objects that look the same still differ.
    let difference = changes.first.map { "\($0)" } ?? "another \(Value.self) each time"
    watch.report(place.name ?? "Selector<\(State.self), \(Value.self)>", place, difference)
  }

  private func isSame(_ one: Value, _ other: Value) -> Bool {
    if let areEqual { return areEqual(one, other) }
    // Of values that aren't equatable, only objects can be distinguished.
    return !(Value.self is AnyObject.Type) || one as AnyObject === other as AnyObject
  }
}
