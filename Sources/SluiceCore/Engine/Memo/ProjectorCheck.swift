import SluiceLocks
import SluiceTree

/// Runs one selector's projector in one store, and counts the runs.
///
/// If the store wants it, compares results for equal inputs, and measures the runs.
@usableFromInline
struct ProjectorCheck<State: Sendable, Value: Sendable>: Sendable {
  @usableFromInline let watch: ProjectorWatch
  @usableFromInline let identity: SelectorIdentity
  #if DEBUG
    @usableFromInline let running: RunningProjector
  #endif
  private let comparison: Comparison<Value>
  private let memo: any AnySelectorMemo

  @usableFromInline
  init(
    _ home: SelectorHome,
    _ identity: SelectorIdentity,
    _ comparison: Comparison<Value>,
    _ memo: any AnySelectorMemo
  ) {
    watch = home.projectorWatch
    self.identity = identity
    self.comparison = comparison
    self.memo = memo
    #if DEBUG
      let label = identity.label
      running = RunningProjector(name: label.name, position: label.position ?? "")
    #endif
  }

  /// Runs a projector; in debug builds, an action that it dispatches is reported by its name.
  ///
  /// - Parameter last: Returns the value of the run before, if there was one.
  @inlinable
  @inline(__always)
  func run(after last: @autoclosure () -> Value?, _ projector: () -> Value) -> Value {
    #if DEBUG
      let outer = running.enter()
      defer { running.leave(to: outer) }
    #endif
    identity.countRun()
    if watch.isWatching { return runWatched(last, projector) }
    return projector()
  }

  @usableFromInline
  @inline(never)
  func runWatched(_ last: () -> Value?, _ projector: () -> Value) -> Value {
    // Not made twice where it is measured: the second run would count for the observer.
    if watch.isMeasuring { return runMeasured(last, projector) }
    let value = projector()
    if watch.isChecking {
      let number = memo.countCheckedRun()
      // The first, second, fourth and so on.
      if number & (number - 1) == 0 { compare(value, projector()) }
    }
    return value
  }

  private func runMeasured(_ last: () -> Value?, _ projector: () -> Value) -> Value {
    let begin = Platform.now
    let value = projector()
    let time = Platform.now &- begin
    // `==` is user code: before the log is locked.
    let last = last()
    let isRepeat = last.map { last in comparison.isRepeat(last, value) } ?? false
    watch.reads.add(
      ReadLog.Run(
        of: identity,
        isChange: !isRepeat,
        isForced: last != nil && identity.readsWholeState,
        took: time
      )
    )
    return value
  }

  private func compare(_ one: Value, _ other: Value) {
    if let areEqual = comparison.areEqual {
      if areEqual(one, other) { return }
    } else if !(Value.self is AnyObject.Type) {
      // Of values that aren't compared, only objects can be distinguished.
      return
    }
    let changes = Tree.changes(from: Tree(showing: one), to: Tree(showing: other))
    // What shows the same consists of other objects, or isn't equal to itself, as NaN.
    if changes.isEmpty, objects(in: one) == objects(in: other) { return }
    let difference = changes.first.map { "\($0)" } ?? "another \(Value.self) each time"
    let label = identity.label
    watch.report(label.name, label.position ?? label.name, difference)
  }
}

/// Returns the identities of the objects that a value consists of, without what is in these.
private func objects(in value: Any) -> [ObjectIdentifier] {
  if type(of: value) is AnyObject.Type { return [ObjectIdentifier(value as AnyObject)] }
  return Mirror(reflecting: value).children.flatMap { objects(in: $0.value) }
}
