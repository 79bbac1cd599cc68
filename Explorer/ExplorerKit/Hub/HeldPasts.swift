import SluiceWire

/// What a hub holds of the past of its programs, to answer viewers.
///
/// Has a ``History`` for each store, also for some time after its program has ended. Bounded: by commits
/// of each store, by programs that have ended, and by bytes in total.
struct HeldPasts {
  /// What a hub holds.
  struct Limits: Hashable, Sendable {
    /// The number of commits of each store.
    var commits = History.Limits.standardCommits
    /// Bytes of all stores, about.
    var bytes = 512 << 20
    /// The number of stores whose programs have ended.
    var ended = 16
  }

  private struct Past: HistoryHolder {
    var hello: WireRecord.Hello
    var history: History
    var isConnected = true

    mutating func removeOldest() { history.removeOldest() }
  }

  /// The maximum number of bytes of a list of programs.
  private static let listBytes = 1 << 20

  let limits: Limits
  /// In the order in which they connected.
  private var pasts: [Past] = []
  /// The bytes of all stores, about.
  private(set) var byteCount = 0

  init(_ limits: Limits = Limits()) {
    self.limits = limits
  }

  /// The history of a program's store; `nil` if none is held.
  func history(of instance: String) -> History? {
    pasts.last { $0.hello.instance == instance }?.history
  }

  /// Takes in what the hub reports.
  mutating func take(_ event: HubEvent) {
    switch event {
    case .connected(_, let hello):
      connect(hello)
    case .record(_, let instance, let record):
      guard let index = index(of: instance) else { return }
      byteCount -= pasts[index].history.byteCount
      pasts[index].history.take(record)
      byteCount += pasts[index].history.byteCount
      guard byteCount > limits.bytes else { return }
      byteCount = pasts.removeOldest(toFit: limits.bytes) { !$0.isConnected }
    case .disconnected(_, let instance, _):
      guard let index = index(of: instance) else { return }
      pasts[index].isConnected = false
      let ended = pasts.indices.filter { !pasts[$0].isConnected }
      if ended.count > limits.ended, let oldest = ended.first { remove(at: oldest) }
    case .problem, .held:
      break
    }
  }

  private func index(of instance: String) -> Int? {
    pasts.lastIndex { $0.hello.instance == instance }
  }

  private mutating func connect(_ hello: WireRecord.Hello) {
    if let index = index(of: hello.instance) {
      // It connected again, and its commits go on.
      var past = pasts.remove(at: index)
      past.hello = hello
      past.isConnected = true
      pasts.append(past)
    } else {
      let limits = History.Limits(commits: limits.commits, bytes: limits.bytes)
      pasts.append(Past(hello: hello, history: History(limits)))
    }
  }

  private mutating func remove(at index: Int) {
    byteCount -= pasts.remove(at: index).history.byteCount
  }
}

// Answers.
extension HeldPasts {
  /// Returns the records that answer a request, the page at the end included; `nil` if nothing is held of
  /// the program.
  ///
  /// - Parameter instance: The program; `nil` for the list of those of which something is held.
  func answer(_ request: WireRecord.History, about instance: String?) -> [WireRecord]? {
    guard let instance else { return list(request) }
    guard let history = history(of: instance) else { return nil }
    var range = History.PageRange(
      after: request.after,
      through: request.through,
      includesState: request.includesState
    )
    if let limit = request.limit { range.commits = min(range.commits, limit) }
    let page = history.page(range)
    let end = WireRecord.Page(
      reply: request.request,
      last: page.last,
      hasMore: page.hasMore,
      isShortened: history.isShortened
    )
    return page.records.map { $0.replying(to: request.request) } + [.page(end)]
  }

  private func list(_ request: WireRecord.History) -> [WireRecord] {
    var bytes = 0
    var list: [WireRecord] = []
    for past in pasts.reversed() {
      var hello = past.hello
      hello.accepts = []
      hello.notes = []
      hello.lastCommit = past.history.numbers?.upperBound ?? 0
      let record = WireRecord.hello(hello).replying(to: request.request)
      bytes += record.line().count
      if bytes > Self.listBytes { break }
      list.append(record)
    }
    return list.reversed() + [.page(WireRecord.Page(reply: request.request))]
  }
}

extension WireRecord {
  fileprivate func replying(to request: Int) -> WireRecord {
    var record = self
    record.reply = request
    return record
  }
}
