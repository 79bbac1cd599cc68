#if DEBUG || FUZZING
  import SluiceSocket
  import SluiceTree
  import SluiceWire

  @testable import ExplorerKit

  /// Readers of what people write.
  enum TextFuzzing {
    private static func text(_ bytes: some Collection<UInt8>) -> String {
      String(decoding: bytes, as: UTF8.self)
    }

    /// A filter and its negation never admit the same record, and one of them does while the state
    /// is known.
    static func filter(_ bytes: [UInt8]) throws {
      let text = text(bytes)
      try complete(text)
      try condition(text)
      var filter: Filter
      do throws(FilterError) {
        filter = try Filter(parsing: text)
      } catch {
        let count = text.unicodeScalars.count
        let isInside = error.place.lowerBound <= count && error.place.upperBound <= count + 1
        try Finding.require(isInside, "The place \(error.place) is not in \(count) characters.")
        return try Finding.require(!error.description.isEmpty, "An error says nothing.")
      }
      _ = filter.admits(app: "Shop")
      let negated = try? Filter(parsing: "not (\(text))")
      try compare(filter, negated, isStateKnown: true)
      try compare(filter, negated, isStateKnown: false)
    }

    private static func compare(_ filter: Filter, _ negated: Filter?, isStateKnown: Bool) throws {
      var (filter, negated) = (filter, negated)
      for record in records.dropFirst(isStateKnown ? 0 : 1) {
        let admits = filter.admits(record, app: "Shop", instance: "i")
        guard let opposite = negated?.admits(record, app: "Shop", instance: "i") else { continue }
        let isConsistent = isStateKnown ? admits != opposite : !(admits && opposite)
        try Finding.require(isConsistent, "The negation admits the same: \(record)")
      }
    }

    /// A condition is read again from its own text, and a filter admits the states in which it holds.
    private static func condition(_ text: String) throws {
      guard let condition = try Finding.reading(try read(text)) else { return }
      let again = try read(condition.text)
      try Finding.requireEqual(again, condition, "A condition changes")
      var filter = try Filter(parsing: "state:\(condition.text)")
      for case .state(let state) in records {
        let admits = filter.admits(.state(state), app: "Shop", instance: "i")
        let holds = condition.holds(in: state.state)
        try Finding.requireEqual(admits, holds, "Filter and condition differ")
      }
    }

    private static func read(_ text: String) throws -> StateCondition {
      var reader = StateConditionReader(text, Array(text.unicodeScalars), at: 0)
      return try reader.read()
    }

    /// What is offered to complete a text stands within it.
    private static func complete(_ text: String) throws {
      let count = text.unicodeScalars.count
      let vocabulary = FilterCompletion.Vocabulary(
        types: ["AddTodo", "Pair<(Int, Int)>"],
        paths: ["todos[2].done", #"["x.y"]"#]
      )
      for position in Set([0, count / 3, count / 2, count - 1, count]) where position >= 0 {
        let completion = FilterCompletion(of: text, at: position, from: vocabulary)
        let areInside = completion.candidates.allSatisfy {
          $0.place.lowerBound >= 0 && $0.place.upperBound == position
        }
        try Finding.require(areInside, "A candidate is not in front of \(position).")
      }
    }

    private static let state: Tree = [
      "todos": [["id": 4], ["id": "b"], ["done": false, "title": "oat milk"]], "x.y": 1,
      "cart": ["total": 120, "rate": 0.5], "user": ["name": "Ada", "token": .redacted],
    ]

    /// A state, and what follows it.
    private static let records: [WireRecord] = [
      .state(.init(number: 0, state: state)),
      .commit(
        .init(
          number: 1,
          time: 0,
          action: .init(type: "AddTodo", id: "a", payload: ["title": "oat milk", "list": [1, 2]]),
          origin: .init(file: "Shop/Timer.swift", line: 7, function: "f()", info: "note"),
          reducing: 2_000_000,
          changes: [.set(["todos", 2, "done"], old: false, new: true), .remove(["x.y"], old: 1)]
        )
      ),
      .commit(
        .init(
          number: 2,
          time: 1,
          action: .init(type: "Tick"),
          cause: .init(commit: 1, effect: "search", run: 1)
        )
      ),
      .effect(
        .init(event: .failed, effect: "search", run: 1, commit: 1, time: 0, duration: 9, error: "e")
      ),
      .state(.init(number: 2, state: ["todos": []])),
      .error(.init(message: "No.")),
    ]

    /// A path is found by the pattern that is its own text.
    static func readPath(_ bytes: [UInt8]) throws {
      if let pattern = TreePathPattern(parsing: text(bytes)) {
        var progress = pattern.start
        for step: TreePath.Step in ["a", 0, "b.c", .index(.max)] {
          progress = pattern.advanced(progress, by: step)
        }
        _ = pattern.isComplete(progress)
      }
      let steps = bytes.split(separator: 10, omittingEmptySubsequences: false).prefix(63).map {
        part -> TreePath.Step in
        let text = text(part)
        return Int(text).flatMap { $0 >= 0 ? .index($0) : nil } ?? .key(text)
      }
      let path = TreePath(steps)
      guard let pattern = TreePathPattern(parsing: path.description) else {
        throw Finding("The path \(path) is no pattern.")
      }
      let end = steps.reduce(pattern.start) { pattern.advanced($0, by: $1) }
      try Finding.require(pattern.isComplete(end), "The pattern \(path) does not match itself.")
      try filter(changing: path)
    }

    /// A path as the log shows it finds the commits that changed it.
    private static func filter(changing path: TreePath) throws {
      let commit = WireRecord.Commit(
        number: 1,
        time: 0,
        action: .init(type: "A"),
        changes: [.set(path, old: nil, new: 1)]
      )
      var filter = try Filter(parsing: "changed:\(path)")
      let admits = filter.admits(.commit(commit), app: "Shop", instance: "i")
      try Finding.require(admits, "The filter changed:\(path) does not find it.")
    }

    /// Every command line is a command, or an error with a text.
    static func readArguments(_ bytes: [UInt8]) throws {
      let arguments = bytes.split(separator: 10, omittingEmptySubsequences: false).map { text($0) }
      if case .help(let command)? = try Finding.reading(try CommandLineParser.parse(arguments)) {
        try Finding.require(!HelpText.text(about: command).isEmpty, "The help is empty.")
      }
    }

    /// An endpoint that is read is written so that it is read again.
    static func readEndpoint(_ bytes: [UInt8]) throws {
      guard let endpoint = try Finding.reading(try Endpoint(parsing: text(bytes))) else { return }
      let again = try Endpoint(parsing: endpoint.description)
      try Finding.requireEqual(again, endpoint, "An endpoint changes")
    }
  }
#endif
