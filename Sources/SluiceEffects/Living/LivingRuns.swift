import SluiceCore

/// The runs of some effects that are alive.
///
/// ```swift
/// let token = store.runs(of: \BooksEffects.load).sink { spinner.isHidden = $0.isEmpty }
/// ```
///
/// See ``Store/runs(of:)`` and ``Store/runs(startedBy:)``.
public struct LivingRuns: Equatable, @unchecked Sendable {
  // `@unchecked`: `AnyHashable` isn't `Sendable`, but what is in it here is.

  /// The number of runs.
  public private(set) var count = 0
  /// The number of runs with each key, and with each element.
  private var keys: [AnyHashable: Int] = [:]
  private var elements: [AnyHashable: Int] = [:]

  /// Whether no run is alive.
  public var isEmpty: Bool { count == 0 }

  /// Returns whether a run of a key is alive; the key is that of ``ActionEffect/overlap(_:by:)``.
  public func contains(key: some Hashable & Sendable) -> Bool { keys[key] != nil }

  /// Returns whether a run is alive that an element's part of the state has, by the element's id.
  public func contains(element id: some Hashable & Sendable) -> Bool { elements[id] != nil }

  init(_ runs: [EffectRun] = []) {
    count = runs.count
    for run in runs {
      if let key = run.lane?.key { keys[key, default: 0] += 1 }
      for id in run.scope.part.elements { elements[AnyHashable(id), default: 0] += 1 }
    }
  }
}
