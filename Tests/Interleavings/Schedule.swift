#if INTERLEAVING
  /// A set of threads.
  struct Options: Sendable {
    private(set) var bits: UInt32 = 0

    var isEmpty: Bool { bits == 0 }
    var count: Int { bits.nonzeroBitCount }
    func contains(_ thread: Int) -> Bool { bits & 1 << UInt32(thread) != 0 }
    mutating func insert(_ thread: Int) { bits |= 1 << UInt32(thread) }
    mutating func remove(_ thread: Int) { bits &= ~(1 << UInt32(thread)) }

    /// The member at a position, the lowest first.
    subscript(position: Int) -> Int {
      var rest = bits
      for _ in 0..<position { rest &= rest - 1 }
      return rest.trailingZeroBitCount
    }

    /// The next member after a thread, else the lowest.
    func first(after thread: Int) -> Int? {
      if isEmpty { return nil }
      let later = bits & ~((2 << UInt32(thread)) - 1)
      return (later != 0 ? later : bits).trailingZeroBitCount
    }
  }

  /// A step at which the next thread is chosen.
  struct Choice {
    let step: Int
    let previous: Int
    /// The thread that continues by default.
    let byDefault: Int
    let isSpinning: Bool
    /// The other threads that could continue, without and with the cost of a preemption.
    let free: Options
    let costly: Options
  }

  /// The decisions that differ from the default, as pairs of a step and a thread.
  ///
  /// Stored in memory that a signal handler can read.
  final class Schedule {
    private(set) var entries: [(step: Int, thread: Int)] = []

    init() { entries.reserveCapacity(4_096) }

    func removeAll() { entries.removeAll(keepingCapacity: true) }
    func append(_ step: Int, _ thread: Int) { entries.append((step, thread)) }

    /// The text, such as `12@1,40@0`; `-` if every decision is the default.
    var text: String {
      if entries.isEmpty { return "-" }
      return entries.map { "\($0.step)@\($0.thread)" }.joined(separator: ",")
    }

    static func parse(_ text: String) -> [(step: Int, thread: Int)]? {
      if text == "-" { return [] }
      var entries: [(step: Int, thread: Int)] = []
      for part in text.split(separator: ",") {
        let numbers = part.split(separator: "@").compactMap { Int($0) }
        guard numbers.count == 2 else { return nil }
        entries.append((numbers[0], numbers[1]))
      }
      return entries
    }
  }

  /// The locations that more than one thread uses, and at least one writes.
  ///
  /// A switch before an operation on another location has the same effect as one before the next
  /// shared location. Locations found during one pass over the schedules count from the next pass
  /// on, so that all schedules of a pass have the same decisions.
  final class Locations {
    private struct Use {
      var users: UInt8 = 0
      var isWritten = false
    }

    private var generation: UInt = 0
    private var made: UInt = 0
    /// The number of locations created during a scenario's preparation, which are the same in each
    /// schedule.
    private var prepared: UInt = 0
    private var isPreparing = false
    private var uses: [Use] = []
    private var isShared: [Bool] = []

    func beginRun() {
      generation += 1
      made = 0
      isPreparing = true
    }

    func endPreparation() {
      isPreparing = false
      prepared = made
      while uses.count < prepared {
        uses.append(Use())
        isShared.append(false)
      }
    }

    func make() -> UInt {
      made += 1
      return generation << 32 | (made - 1)
    }

    /// - Returns: Whether a switch here may make a difference.
    func note(_ location: UInt, by thread: Int, writes: Bool) -> Bool {
      let index = location & 0xFFFF_FFFF
      // Locations created during a run, or that outlive it, have no stable numbers.
      guard location >> 32 == generation, index < prepared else { return true }
      let place = Int(index)
      uses[place].users |= 1 << UInt8(thread)
      if writes { uses[place].isWritten = true }
      return isShared[place]
    }

    /// Applies the locations found so far.
    ///
    /// - Returns: Whether there were any.
    func learn() -> Bool {
      var isNews = false
      for index in uses.indices where !isShared[index] {
        let users = uses[index].users
        if uses[index].isWritten, users & (users &- 1) != 0 {
          isShared[index] = true
          isNews = true
        }
      }
      return isNews
    }
  }
#endif
