import SluiceTree
import SluiceWire

// What viewers ask for.
extension Pasts {
  /// The maximum number of bytes of a list of programs.
  private static let listBytes = 1 << 20

  /// Returns the records that answer a request, the page at the end included; `nil` if nothing is held of
  /// the program.
  ///
  /// - Parameter instance: The program; `nil` for the list of those of which something is held.
  func page(_ request: WireRecord.History, of instance: String?) -> [WireRecord]? {
    guard let instance else { return list(request) }
    guard holds(instance), let history = self[instance]?.history else { return nil }
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
    let records =
      page.records + (page.hasMore ? [] : history.diagnostics.entries.map { .diagnostic($0) })
    return records.map { $0.replying(to: request.request) } + [.page(end)]
  }

  private func list(_ request: WireRecord.History) -> [WireRecord] {
    var bytes = 0
    var list: [WireRecord] = []
    // Those that are connected last, so that they are in it in any case.
    for past in (ended + connected).reversed() {
      var hello = past.hello
      hello.accepts = []
      hello.examples = Tree.Object()
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
