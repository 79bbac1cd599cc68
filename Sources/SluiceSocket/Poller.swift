#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Waits until one of several descriptors can be read or written.
///
/// Clear, add, wait, then query by index: rebuild the list for each wait; its storage is reused.
package struct Poller {
  /// The events to wait for.
  package struct Interest: OptionSet, Sendable {
    package let rawValue: UInt8
    package static let reading = Interest(rawValue: 1)
    package static let writing = Interest(rawValue: 2)

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }
  }

  private var entries: [pollfd] = []
  private let world: World

  package init(_ world: World = .system) {
    self.world = world
  }

  package mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
  }

  /// Adds a descriptor and returns its index.
  ///
  /// A closed peer is noticed even without any interest.
  @discardableResult
  package mutating func add(_ descriptor: Int32, for interest: Interest) -> Int {
    var events: Int16 = 0
    if interest.contains(.reading) { events |= Int16(POLLIN) }
    if interest.contains(.writing) { events |= Int16(POLLOUT) }
    entries.append(pollfd(fd: descriptor, events: events, revents: 0))
    return entries.count - 1
  }

  /// How long it tries again where the system can't wait, and after what time each.
  private static let patience = (total: Duration.seconds(1), pause: Duration.milliseconds(10))

  /// Waits, and returns the number of ready descriptors: 0 after the timeout.
  ///
  /// - Parameter timeout: `nil` waits for as long as it takes, zero only looks.
  /// - Throws: An error if the system can't wait, neither at once nor a moment later: until the timeout,
  ///   but for at most a second.
  package mutating func wait(timeout: Duration? = nil) throws(SocketError) -> Int {
    let deadline = timeout.map { world.clock.now() + $0 }
    var failures = 0
    while true {
      let limit = deadline.map { milliseconds(until: $0) } ?? -1
      let ready = world.sockets.poll(&entries, limit)
      if ready > 0 {
        assert(ready <= entries.count)
        return Int(ready)
      }
      // Nothing of the last wait is true now.
      for index in entries.indices { entries[index].revents = 0 }
      let isLate = deadline.map { world.clock.now() >= $0 } ?? false
      if ready < 0, ready != -EINTR {
        failures += 1
        if failures > 1, isLate || Self.patience.pause * failures > Self.patience.total {
          throw .system(call: "poll", path: nil, code: -ready)
        }
        // Who waits again and again would otherwise keep a processor busy.
        world.threads.pause(Self.patience.pause)
      } else if isLate {
        return 0
      }
      // Failed, interrupted, or the timeout was longer than poll can count.
    }
  }

  /// Returns whether a read would not block: it has bytes, the end, or an error.
  package func canRead(_ index: Int) -> Bool {
    has(POLLIN | POLLHUP | POLLERR | POLLNVAL, at: index)
  }

  /// Returns whether a write would not block: it accepts bytes, or has an error.
  package func canWrite(_ index: Int) -> Bool {
    has(POLLOUT | POLLHUP | POLLERR | POLLNVAL, at: index)
  }

  private func has(_ events: Int32, at index: Int) -> Bool {
    assert(entries.indices.contains(index), "An entry of the last wait.")
    return Int32(entries[index].revents) & events != 0
  }

  private func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
    let left = world.clock.now().duration(to: deadline).components
    guard left.seconds < 1_000_000 else { return 1_000_000_000 }
    // Rounded up, or the last millisecond would be spent spinning.
    let part = left.attoseconds / 1_000_000_000_000_000
    return Int32(max(0, left.seconds * 1_000 + part + (left.seconds < 0 ? 0 : 1)))
  }
}
