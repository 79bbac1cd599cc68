public import Synchronization

/// What a store wants to know of its projectors, and the problems reported so far.
@usableFromInline
final class ProjectorWatch: @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.

  /// The runs to watch; 0, as usually, for none.
  @usableFromInline let modes = Atomic<UInt8>(0)
  /// Where the runs are counted and timed, if they are.
  let reads = ReadLog()
  private let lock = PlainLock()
  private var handler: (@Sendable (StoreDiagnostic) -> Void)?
  private var reported: Set<String> = []

  /// Each projector runs twice.
  private static var checking: UInt8 { 1 }
  /// Runs are counted and timed.
  private static var measuring: UInt8 { 2 }

  @usableFromInline
  init() {}

  @inlinable var isWatching: Bool { modes.load(ordering: .relaxed) != 0 }
  var isChecking: Bool { modes.load(ordering: .relaxed) & Self.checking != 0 }
  var isMeasuring: Bool { modes.load(ordering: .relaxed) & Self.measuring != 0 }

  /// Starts or stops running projectors twice.
  func report(to handler: (@Sendable (StoreDiagnostic) -> Void)?) {
    lock.withLock { self.handler = handler }
    set(Self.checking, handler != nil)
  }

  /// Starts or stops counting and timing runs.
  func measure(_ measures: Bool) { set(Self.measuring, measures) }

  private func set(_ mode: UInt8, _ isOn: Bool) {
    if isOn {
      modes.bitwiseOr(mode, ordering: .relaxed)
    } else {
      modes.bitwiseAnd(~mode, ordering: .relaxed)
    }
  }

  /// Reports a projector, once for each source position: selectors of a family share theirs.
  func report(_ name: String, _ position: String, _ difference: String) {
    let handler = lock.withLock { reported.insert(position).inserted ? self.handler : nil }
    handler?(.unstableProjector(name: name, position: position, difference: difference))
  }
}
