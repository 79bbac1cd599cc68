import SluiceWire

/// What a process knows of programs' stores: one ``Past`` for each.
///
/// The one owner of the past in a process, which its hub or viewer fills, and which the screen, questions,
/// viewers, tools and exports ask. A value: a copy stays as it is while the original goes on.
///
/// The rules are these. A program that connects again under its instance goes on, and what was lost meanwhile is
/// a gap. A program that was started again, as a program with the same name and store after the one before ended,
/// has a past of its own, and a question is about the last. Of programs that have ended, the last ones are held.
/// All pasts together are bounded by bytes: those of programs that have ended go first, then the oldest commits of
/// the largest. The number of a program's last commit is known longer than its past, so that it can go on.
struct Pasts: Sendable {
  /// What is held.
  struct Limits: Hashable, Sendable {
    /// The number of commits of each store; with 0 only the last states.
    var commits = History.Limits.standardCommits
    /// Bytes of all stores, about.
    var bytes = 512 << 20
    /// The number of stores whose programs have ended.
    var ended = 16

    /// All, as a session file has it.
    static let whole = Limits(commits: .max, bytes: .max, ended: .max)

    /// Nothing but the last state of each store.
    static let none = Limits(commits: 0)
  }

  /// The number of programs that have ended whose last commits are known.
  private static let maximumRemembered = 256

  let limits: Limits
  /// Whether it has the names of the programs in a session file, all of which are remembered.
  private let areNames: Bool
  /// Whether statistics are kept beside the histories.
  private let isTallying: Bool
  /// By instance.
  private var pasts: [String: Past] = [:]
  private var names = ProgramNames()
  /// Counts programs that connect or go.
  private var lastSerial = 0
  /// The bytes of all stores, about.
  private(set) var byteCount = 0
  /// Grows with all that changes.
  private(set) var revision = 0
  /// The time at which what comes arrives, in microseconds since 1970; `nil` for a recording.
  var time: Int64?

  init(_ limits: Limits = Limits(), isTallying: Bool = false) {
    self.limits = limits
    areNames = false
    self.isTallying = isTallying
  }

  /// Creates what has the names of programs, and no more of each than its last state.
  static var names: Pasts { Pasts(areNames: true) }

  private init(areNames: Bool) {
    limits = .none
    self.areNames = areNames
    isTallying = false
  }

  /// The programs that are connected, and those of which something is held, in the order in which
  /// they connected first.
  var all: [Past] {
    pasts.values.filter { areNames || $0.isConnected || $0.history.numbers != nil }
      .sorted { $0.serial < $1.serial }
  }

  /// The programs that are connected.
  var connected: [Past] { all.filter(\.isConnected) }

  /// The number of programs that are connected.
  private(set) var connectedCount = 0

  /// The programs that have ended, those that ended last at the end.
  var ended: [Past] { all.filter { !$0.isConnected }.sorted { $0.gone < $1.gone } }

  subscript(instance: String) -> Past? { pasts[instance] }

  func isConnected(_ instance: String) -> Bool {
    pasts.index(forKey: instance).map { pasts.values[$0].isConnected } ?? false
  }

  // MARK: - Connections

  /// Takes in the hello of a program that has connected.
  ///
  /// If another program with the same instance is connected, this one gets another instance, so that they can
  /// be distinguished.
  ///
  /// - Parameter label: What another calls it; `nil` to name it here.
  /// - Returns: Its past.
  mutating func connect(_ hello: WireRecord.Hello, as label: String? = nil) -> Past {
    revision += 1
    var hello = hello
    let claimed = hello.instance
    var number = 2
    while isConnected(hello.instance) {
      hello.instance = "\(claimed)~\(number)"
      number += 1
    }
    connectedCount += 1
    let label = names.take(for: hello, as: label)
    // Only here, and where it is sent on.
    hello.label = nil
    if var past = pasts.removeValue(forKey: hello.instance) {
      past.resume(hello, label: label)
      pasts[hello.instance] = past
      renameOthers(than: past)
      return past
    }
    lastSerial += 1
    let past = Past(
      serial: lastSerial,
      label: label,
      hello,
      History(History.Limits(commits: limits.commits, bytes: limits.bytes)),
      isTallying: isTallying,
      starts: starts(of: hello) + 1
    )
    pasts[hello.instance] = past
    renameOthers(than: past)
    return past
  }

  /// Returns how often a program was started before.
  private func starts(of hello: WireRecord.Hello) -> Int {
    // By their places: there may be hundreds, and a copy of each would take long.
    pasts.indices.reduce(0) { starts, index in
      guard !pasts.values[index].isConnected, pasts.values[index].isSame(as: hello) else {
        return starts
      }
      return max(starts, pasts.values[index].starts)
    }
  }

  /// Gives another name to a program that has ended, and whose name one that doesn't follow on it has now.
  private mutating func renameOthers(than past: Past) {
    let namesakes = pasts.indices.filter { pasts.values[$0].label == past.label }
    for other in namesakes.map({ pasts.values[$0] })
    where !other.isConnected && !other.isFollowed(by: past) {
      var names = ProgramNames(taken: Set(pasts.values.map(\.label)))
      pasts[other.instance]?.rename(names.take(for: other.hello))
    }
  }

  /// Takes in a record of a program.
  ///
  /// - Returns: `nil` if the program has said no hello.
  mutating func take(_ record: WireRecord, of instance: String) -> Past.Outcome? {
    guard let place = pasts.index(forKey: instance) else { return nil }
    revision += 1
    byteCount -= pasts.values[place].history.byteCount
    let outcome = pasts.values[place].take(record, at: time)
    byteCount += pasts.values[place].history.byteCount
    assert(byteCount >= 0)
    if byteCount > limits.bytes { shrink() }
    return outcome
  }

  /// Notes that a program has disconnected.
  ///
  /// - Parameters:
  ///   - isAwaited: Whether the connection to it has ended here, so that it may be connected again at once.
  ///   - isOrderly: Whether it has said goodbye.
  /// - Returns: Its past; `nil` if it wasn't connected.
  @discardableResult
  mutating func disconnect(
    _ instance: String,
    isAwaited: Bool = false,
    isOrderly: Bool = false
  ) -> Past? {
    guard let past = pasts[instance], past.isConnected else { return nil }
    revision += 1
    lastSerial += 1
    connectedCount -= 1
    pasts[instance]?.end(gone: lastSerial, isOrderly: isOrderly)
    names.release(past.label)
    if !isAwaited { removeEnded() }
    return past
  }

  /// Notes that all programs have disconnected, as at the end of a recording.
  mutating func disconnectAll() {
    for past in connected { disconnect(past.instance, isAwaited: true) }
  }

  /// Notes that another, from which a past was filled, holds no more of its beginning.
  mutating func noteShortened(_ instance: String) { pasts[instance]?.noteShortened() }

  /// Takes in an event of another that follows programs.
  mutating func take(_ event: HubEvent) {
    switch event {
    case .connected(let label, let hello):
      disconnect(hello.instance, isAwaited: true)
      _ = connect(hello, as: label)
    case .record(_, let instance, let record): _ = take(record, of: instance)
    case .disconnected(_, let instance, let end):
      disconnect(instance, isAwaited: end == .hubWentAway, isOrderly: end == .goodbye)
    case .problem, .answer: break
    }
  }

  // MARK: - Bounds

  private mutating func removeEnded() {
    if areNames { return }
    let gone = pasts.values.filter { !$0.isConnected }.sorted { $0.gone < $1.gone }
    for past in ended.dropLast(limits.ended) { removeAll(of: past.instance) }
    for past in gone.dropLast(Self.maximumRemembered) {
      removeAll(of: past.instance)
      pasts[past.instance] = nil
    }
  }

  private mutating func removeAll(of instance: String) {
    byteCount -= pasts[instance]?.history.byteCount ?? 0
    pasts[instance]?.removeAll()
    byteCount += pasts[instance]?.history.byteCount ?? 0
  }

  /// Removes the oldest, until all histories together have at most the number of bytes.
  ///
  /// The last state of each program that is connected remains, so that the bytes may be more.
  private mutating func shrink() {
    // Rarely: it looks at all.
    assert(byteCount == pasts.values.reduce(0) { $0 + $1.history.byteCount })
    for past in ended where byteCount > limits.bytes { removeAll(of: past.instance) }
    while byteCount > limits.bytes {
      let largest = pasts.values.filter(\.history.canRemoveOldest)
        .max { $0.history.byteCount < $1.history.byteCount }
      guard let largest else { return }
      byteCount -= largest.history.byteCount
      pasts[largest.instance]?.removeOldest()
      byteCount += pasts[largest.instance]?.history.byteCount ?? 0
    }
  }
}
