import SluiceTree
import SluiceWire

@testable import ExplorerKit

/// What happened in the session files that are asked.
extension SessionFileTests {
  /// What happens to some programs, in short.
  enum Case: String, CaseIterable {
    case threeStores, restarts, reconnection, runs, shifts, choices, shortened, damage, filter

    /// The events, each as a hub reports it.
    var events: [HubEvent] {
      switch self {
      case .threeStores:
        let (one, two) = (SessionFileTests.session(3), SessionFileTests.session(6))
        var events = Self.hello("A") + Self.hello("Silent") + Self.hello("B")
        events.append(.record("Silent", of: "Silent", .state(7, ["count": 1])))
        for index in 0..<max(one.count, two.count) {
          events += Self.records(one.dropFirst(index).prefix(1), "A")
          events += Self.records(two.dropFirst(index).prefix(1), "B")
        }
        return events
      case .restarts:
        return (1...3).flatMap { run in
          Self.hello("A", "a\(run)")
            + Self.records(SessionFileTests.session(run)[...], "A", "a\(run)")
            + (run < 3 ? [.disconnected(label: "A", instance: "a\(run)", .cutOff)] : [])
        }
      case .reconnection:
        let records = SessionFileTests.session(4)
        let half = records.count / 2
        // What comes between is lost.
        return Self.hello("A") + Self.records(records[..<half], "A")
          + [.disconnected(label: "A", instance: "A", .cutOff)]
          + Self.hello("B") + Self.records(SessionFileTests.session(5)[...], "B") + Self.hello("A")
          + Self.records(records[(half + 4)...], "A")
      case .runs:
        return Self.hello("A") + Self.records(SessionFileTests.runs[...], "A")
      case .shifts:
        return Self.hello("A") + Self.records(SessionFileTests.shifts[...], "A")
      case .choices:
        return Self.hello("A") + Self.records(SessionFileTests.choices[...], "A")
      case .shortened:
        return Self.hello("A") + Self.records(SessionFileTests.shortened[...], "A")
      case .damage:
        return Self.hello("A") + Self.records(SessionFileTests.session(8)[...], "A")
      case .filter:
        // Most of them are omitted.
        let records = SessionFileTests.session(8, commits: 150)
        return Self.hello("A") + Self.records(records[...], "A")
      }
    }

    private static func hello(_ label: String, _ instance: String? = nil) -> [HubEvent] {
      [.connected(label: label, .init(instance ?? label, label, can: [.snapshot]))]
    }

    private static func records(
      _ records: ArraySlice<WireRecord>,
      _ label: String,
      _ instance: String? = nil
    ) -> [HubEvent] {
      records.map { .record(label, of: instance ?? label, $0) }
    }
  }

  /// With commits that are dropped, some of them without a word.
  static func session(_ seed: Int, commits: Int = 36) -> [WireRecord] {
    RandomSession(seed: UInt64(seed), commits: commits, hasGaps: true).recordsWithRuns
  }

  /// Commits that runs dispatch, which go on for long.
  static var runs: [WireRecord] {
    var records: [WireRecord] = [.state(0, ["count": 0])]
    for number in 1...60 {
      let cause = WireRecord.Cause(commit: number - 20, effect: "e", run: number - 20)
      records.append(
        .commit(
          number,
          .init(type: "Add", payload: .string(String(repeating: "x", count: 90))),
          cause: number > 20 ? cause : nil,
          .set(["count"], old: .number(number - 1), new: .number(number))
        )
      )
      let time = Int64(number)
      records.append(.effect(.started, run: number, of: number, at: time))
      guard number > 25 else { continue }
      let run = number - 25
      records.append(.effect(.ended, run: run, of: run, at: time, taking: 25))
      records.append(.reads(SampleReads.record(number)))
    }
    records.append(.diagnostic(.init(number: 1, id: "twice", time: 5, count: 2, cause: "It is.")))
    return records
  }

  /// Commits that insert a name in front of those that are there, and change one of those.
  private static var shifts: [WireRecord] {
    [.state(0, ["names": ["first"]])]
      + (1...80).map { number in
        let name = Tree.string("\(number) \(String(repeating: "x", count: 40))")
        let last = Tree.string(number == 1 ? "first" : "after \(number - 1)")
        return .commit(
          number,
          .init(type: "Insert", payload: name),
          .add(["names", 0], name),
          .set(["names", .index(number)], old: last, new: .string("after \(number)"))
        )
      }
  }

  /// Commits after which a value belongs to one case or another, and at last to none.
  private static var choices: [WireRecord] {
    func choice(_ number: Int) -> Tree {
      let payload = number < 60 ? [Tree.Object.Member(key: "_0", value: .number(number))] : []
      return .enumCase(name: number % 3 == 0 ? "all" : "some", payload: Tree.Object(payload))
    }
    return [.state(0, ["filter": choice(0)])]
      + (1...60).map { number in
        let change = TreeChange.set(["filter"], old: choice(number - 1), new: choice(number))
        return .commit(number, .init(type: "Choose"), change)
      }
  }

  /// A commit that was received without all of its changes, and many behind it.
  private static var shortened: [WireRecord] {
    var commit = WireRecord.Commit(number: 1, time: 1, action: .init(type: "Import"))
    commit.omittedChanges = 1
    let states: [Tree] = [["count": 0, "names": ["a"]], ["count": 0, "names": ["b"]]]
    return [.state(0, states[0]), .commit(commit), .state(1, states[1])]
      + (2...60).map { number in
        let text = Tree.string(String(repeating: "x", count: 60))
        let change = TreeChange.set(
          ["count"],
          old: .number(number - 2),
          new: .number(number - 1)
        )
        return .commit(number, .init(type: "Add", payload: text), change)
      }
  }

  /// The lines of the two files of a bounded recording, the older one first, made as `record` makes them.
  static func pair(_ events: [HubEvent], limit: Int) throws -> [String] {
    var pasts = Pasts(.none)
    var recorder = SessionRecorder(marksAfter: 2_000, limit: limit)
    var files: [[UInt8]] = [[]]
    recorder.begin(turn: 1, pasts, to: &files[0])
    for event in events {
      pasts.take(event)
      recorder.write(event, to: &files[files.count - 1])
      recorder.markIfDue(pasts, to: &files[files.count - 1])
      guard recorder.isFull else { continue }
      files.append([])
      recorder.begin(turn: files.count, pasts, to: &files[files.count - 1])
    }
    return files.suffix(2).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The lines of a recording, made as `record` makes them.
  static func lines(
    _ events: [HubEvent],
    filter: String? = nil,
    marksAfter distance: Int = 2_000
  ) throws -> [String] {
    var pasts = Pasts(.none)
    var recorder = SessionRecorder(
      filter: try filter.map { try Filter(parsing: $0) },
      marksAfter: distance
    )
    var bytes: [UInt8] = []
    for event in events {
      pasts.take(event)
      recorder.write(event, to: &bytes)
      recorder.markIfDue(pasts, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0 + "\n" }
  }
}
