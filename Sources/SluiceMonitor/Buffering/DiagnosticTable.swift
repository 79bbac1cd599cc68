import Sluice

/// The diagnostics that a store has reported, and which of them are still to be sent.
///
/// Pure, and bounded: of each kind, ten different ones have an entry, and further ones are counted with the
/// last. What is reported again and again is counted, and sent at most once a second. All are kept, so that an
/// Explorer that connects later has them.
struct DiagnosticTable {
  struct Entry {
    /// Its place in the order of first reports, from 1.
    let number: Int
    /// The last one that was counted.
    fileprivate(set) var diagnostic: StoreDiagnostic
    fileprivate(set) var cause: String
    /// How often it was reported.
    fileprivate(set) var count = 1
    /// When it was reported last, on the clock of ``CommitFacts/now``.
    fileprivate(set) var time: Duration
    /// The last commit that was delivered by then.
    fileprivate(set) var commit: Int?
    /// When it was taken last; `nil` until then.
    fileprivate var taken: Duration?
    fileprivate var isChanged = true

    /// When it is to be taken; `nil` if it hasn't changed since it was.
    fileprivate var due: Duration? {
      isChanged ? taken.map { $0 + DiagnosticTable.interval } ?? .zero : nil
    }
  }

  /// The maximum number of different ones of a kind.
  static let maximumOfKind = 10
  /// The minimum time between two records of one.
  static let interval = Duration.seconds(1)

  private var entries: [Entry] = []
  /// The indices of the entries of each kind.
  private var kinds: [StoreDiagnostic.ID: [Int]] = [:]

  /// Counts a diagnostic; returns whether the background thread must plan anew.
  ///
  /// - Parameters:
  ///   - commit: The last commit that was delivered; `nil` if that isn't known.
  ///   - time: Now, on the clock of ``CommitFacts/now``.
  mutating func add(_ diagnostic: StoreDiagnostic, after commit: Int?, at time: Duration) -> Bool {
    let diagnostic = diagnostic.withoutValues
    let (id, cause) = (diagnostic.id, diagnostic.cause)
    let known = kinds[id] ?? []
    let same = known.first { entries[$0].cause == cause }
    guard let index = same ?? (known.count < Self.maximumOfKind ? nil : known.last) else {
      kinds[id, default: []].append(entries.count)
      entries.append(
        Entry(
          number: entries.count + 1,
          diagnostic: diagnostic,
          cause: cause,
          time: time,
          commit: commit
        )
      )
      return true
    }
    assert(known.count <= Self.maximumOfKind && entries[index].diagnostic.id == id)
    let wasChanged = entries[index].isChanged
    entries[index].diagnostic = diagnostic
    entries[index].cause = cause
    entries[index].count += 1
    entries[index].time = time
    entries[index].commit = commit
    entries[index].isChanged = true
    return !wasChanged
  }

  /// Whether something is to be sent, now or in a moment.
  var isPending: Bool { entries.contains(where: \.isChanged) }

  /// Has all taken again, by another reader.
  mutating func beginAnew() {
    for index in entries.indices {
      entries[index].isChanged = true
      entries[index].taken = nil
    }
  }

  /// Returns those that are to be sent.
  ///
  /// - Parameter all: Whether also what was sent a moment ago is: at the end.
  mutating func take(at now: Duration, all: Bool) -> [Entry] {
    var taken: [Entry] = []
    for index in entries.indices {
      guard let due = entries[index].due, all || due <= now else { continue }
      entries[index].isChanged = false
      entries[index].taken = now
      taken.append(entries[index])
    }
    return taken
  }

  /// The time until something is to be sent, 0 if it is now; `nil` if nothing is.
  func timeUntilNext(at now: Duration) -> Duration? {
    entries.compactMap(\.due).min().map { max($0 - now, .zero) }
  }
}
