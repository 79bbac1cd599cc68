#if INTERLEAVING
  /// Chooses the thread that continues.
  protocol Strategy: AnyObject {
    func choose(_ choice: Choice) -> Int
    /// Called after each schedule.
    ///
    /// - Returns: Whether there is another one.
    func advance(steps: Int) -> Bool
  }

  /// Repeats one schedule; without entries, runs each thread for as long as possible.
  final class Replay: Strategy {
    private let entries: [Int: Int]

    init(_ entries: [(step: Int, thread: Int)] = []) {
      self.entries = Dictionary(entries.map { ($0.step, $0.thread) }) { $1 }
    }

    func choose(_ choice: Choice) -> Int {
      guard let thread = entries[choice.step] else { return choice.byDefault }
      let isPossible = choice.free.contains(thread) || choice.costly.contains(thread)
      return isPossible ? thread : choice.byDefault
    }

    func advance(steps: Int) -> Bool { false }
  }

  /// All schedules up to a number of preemptions, depth first.
  final class DepthFirst: Strategy {
    private struct Node {
      var choice: UInt8
      let count: UInt8
    }

    private let preemptions: Int
    private var nodes: [Node] = []
    private var depth = 0
    private var left: Int

    init(preemptions: Int) {
      self.preemptions = preemptions
      left = preemptions
    }

    func choose(_ choice: Choice) -> Int {
      let costly = left > 0 ? choice.costly.count : 0
      let count = 1 + choice.free.count + costly
      if count == 1 { return choice.byDefault }
      if depth == nodes.count {
        nodes.append(Node(choice: 0, count: UInt8(count)))
      } else if Int(nodes[depth].count) != count {
        Scheduler.shared.onFailure("the scenario does not always do the same (step \(choice.step))")
      }
      let chosen = Int(nodes[depth].choice)
      depth += 1
      if chosen == 0 { return choice.byDefault }
      if chosen <= choice.free.count { return choice.free[chosen - 1] }
      left -= 1
      return choice.costly[chosen - 1 - choice.free.count]
    }

    func advance(steps: Int) -> Bool {
      depth = 0
      left = preemptions
      while let last = nodes.last {
        if last.choice + 1 < last.count {
          nodes[nodes.count - 1].choice += 1
          return true
        }
        nodes.removeLast()
      }
      return false
    }
  }

  /// Probabilistic concurrency testing: threads have random priorities, the highest one runs, and
  /// at a few random steps the one that runs becomes the lowest.
  ///
  /// Finds a bug that needs `d` such changes with a probability of at least `1/(n·k^d)` in each
  /// schedule, where `n` threads make `k` steps.
  final class RandomPriorities: Strategy {
    private var random: SplitMix64
    private var priorities = [Int](repeating: 0, count: 32)
    private var changes: [Int] = []
    private var lowest = 0
    private var decisions = 0
    private var length: Int

    init(seed: UInt64, length: Int) {
      random = SplitMix64(seed: seed)
      self.length = max(length, 16)
      begin()
    }

    private func begin() {
      decisions = 0
      lowest = 0
      for index in priorities.indices { priorities[index] = Int(random.next() >> 40) + 1 }
      let count = Int(random.next() % 5)
      changes = (0..<count).map { _ in Int(random.next() % UInt64(length)) }
    }

    func choose(_ choice: Choice) -> Int {
      decisions += 1
      var options = choice.free
      for index in 0..<choice.costly.count { options.insert(choice.costly[index]) }
      options.insert(choice.byDefault)
      if choice.isSpinning || changes.contains(decisions) {
        lowest -= 1
        priorities[choice.previous] = lowest
      }
      var best = choice.byDefault
      for index in 0..<options.count where priorities[options[index]] > priorities[best] {
        best = options[index]
      }
      return best
    }

    func advance(steps: Int) -> Bool {
      length = max(16, (length * 7 + decisions) / 8)
      begin()
      return true
    }
  }

  /// Pseudorandom numbers, the same in every run.
  struct SplitMix64 {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
#endif
