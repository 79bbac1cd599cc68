import SluiceTree
public import Synchronization

/// Where a selector was made, and what it is called.
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

/// Whether a store's projectors are run twice, and what of that was reported.
@usableFromInline
final class ProjectorWatch: @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.
  @usableFromInline let isOn = Atomic<Bool>(false)
  private let lock = OwnedLock()
  private var handler: (@Sendable (StoreDiagnostic) -> Void)?
  private var reported: Set<String> = []

  @usableFromInline
  init() {}

  /// Runs projectors twice from now on, or no longer.
  func report(to handler: (@Sendable (StoreDiagnostic) -> Void)?) {
    lock.withLock { self.handler = handler }
    isOn.store(handler != nil, ordering: .relaxed)
  }

  /// Reports a projector, unless one from the same place was: selectors of a family share theirs.
  func report(_ name: String, _ place: SelectorPlace, _ difference: String) {
    let position = place.position
    let handler = lock.withLock { reported.insert(position).inserted ? self.handler : nil }
    handler?(.unstableProjector(name: name, position: position, difference: difference))
  }
}

/// What compares the results that one selector's projector gives for equal inputs in one store.
@usableFromInline
struct ProjectorCheck<State: Sendable, Value: Sendable>: Sendable {
  @usableFromInline let watch: ProjectorWatch
  private let place: SelectorPlace
  private let areEqual: (@Sendable (Value, Value) -> Bool)?

  @usableFromInline
  init(
    _ home: SelectorHome,
    _ place: SelectorPlace,
    _ areEqual: (@Sendable (Value, Value) -> Bool)?
  ) {
    watch = home.projectorWatch
    self.place = place
    self.areEqual = areEqual
  }

  /// Whether the projector is to be run a second time.
  @inlinable
  @inline(__always)
  var isOn: Bool { watch.isOn.load(ordering: .relaxed) }

  @usableFromInline
  @inline(never)
  func compare(_ one: Value, _ other: Value) {
    if isSame(one, other) { return }
    let changes = Tree.changes(from: Tree(showing: one), to: Tree(showing: other))
    // Two objects that look the same are two all the same.
    let difference = changes.first.map { "\($0)" } ?? "another \(Value.self) each time"
    watch.report(place.name ?? "Selector<\(State.self), \(Value.self)>", place, difference)
  }

  private func isSame(_ one: Value, _ other: Value) -> Bool {
    if let areEqual { return areEqual(one, other) }
    // Of what cannot be compared, only objects can be told apart.
    return !(Value.self is AnyObject.Type) || one as AnyObject === other as AnyObject
  }
}

extension Store {
  /// Whether every projector is run a second time, to find those that give unequal results for
  /// equal inputs; `false` at first.
  ///
  /// A projector that makes a new date, random number or object tells its subscribers of changes
  /// where nothing changed. Each is reported once, by ``onDiagnostic``, with name and place. Doubles
  /// what projectors cost: meant for tests and debug builds. Values that can neither be compared nor
  /// are objects are not looked at, nor are key paths.
  public final var checksProjectors: Bool {
    get { engine.projectorWatch.isOn.load(ordering: .relaxed) }
    set {
      // Unowned: the engine owns the watch, and projectors run only while somebody holds the engine.
      let report: @Sendable (StoreDiagnostic) -> Void = { [unowned engine] in engine.report($0) }
      engine.projectorWatch.report(to: newValue ? report : nil)
    }
  }
}
