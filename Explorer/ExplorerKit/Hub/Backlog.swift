import SluiceWire

/// The part of the past that a viewer has yet to receive: each program's stream, from the hub's history.
///
/// Pure: asked for the next lines when the viewer has read those before. Until a program's stream has come to its
/// end, what happens in it waits in the hub's own history; if that is let go meanwhile, `dropped` and a `state` follow.
struct Backlog {
  /// How far a program's stream has come.
  private struct Stream {
    let instance: String
    let hello: WireRecord.Hello
    var isBegun = false
    /// The last commit that was sent.
    var last: Int?
    var beginning: Past.Beginning?
  }

  /// In the order in which the programs connected first.
  private var streams: ArraySlice<Stream>

  init(_ pasts: Pasts) {
    streams = pasts.all.map { Stream(instance: $0.instance, hello: $0.hello.called($0.label)) }[...]
  }

  var isEmpty: Bool { streams.isEmpty }

  /// Whether what happens in a program is left out, since its stream has not come to an end.
  func has(_ instance: String?) -> Bool {
    instance.map { instance in streams.contains { $0.instance == instance } } ?? false
  }

  /// Returns the next part of the past, and goes on behind it.
  mutating func next(_ pasts: Pasts) -> (instance: String, records: [WireRecord])? {
    guard var stream = streams.first else { return nil }
    var records: [WireRecord] = []
    if !stream.isBegun { records.append(.hello(stream.hello)) }
    stream.isBegun = true
    let past = pasts[stream.instance]
    if let past, past.beginning != stream.beginning {
      // The program's numbers have begun anew.
      (stream.beginning, stream.last) = (past.beginning, nil)
    }
    var hasMore = false
    if let past, let numbers = past.history.numbers {
      if let last = stream.last, last < numbers.lowerBound {
        records.append(.dropped(.init(last + 1...numbers.lowerBound, reason: .viewer)))
      }
      let page = past.history.page(History.PageRange(after: stream.last))
      records += page.records
      hasMore = page.hasMore && page.last != stream.last
      stream.last = page.last
    }
    if hasMore {
      streams[streams.startIndex] = stream
    } else {
      streams.removeFirst()
      records += past?.history.diagnostics.entries.map { .diagnostic($0) } ?? []
      if past?.isConnected != true {
        records.append(.disconnected(.init(isOrderly: past?.isOrderly == true)))
      }
    }
    return (stream.instance, records)
  }
}
