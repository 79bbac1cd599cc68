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

    /// A filter and its negation never admit the same record.
    static func filter(_ bytes: [UInt8]) throws {
      let text = text(bytes)
      var filter: Filter
      do throws(FilterError) {
        filter = try Filter(parsing: text)
      } catch {
        let isInside =
          error.place.lowerBound <= text.unicodeScalars.count
          && error.place.upperBound <= text.unicodeScalars.count + 1
        try Finding.require(
          isInside,
          "The place \(error.place) is not in \(text.unicodeScalars.count) characters."
        )
        return try Finding.require(!error.description.isEmpty, "An error says nothing.")
      }
      var negated = try? Filter(parsing: "not (\(text))")
      for record in records {
        let admits = filter.admits(record, app: "Shop", instance: "i")
        guard let opposite = negated?.admits(record, app: "Shop", instance: "i") else { continue }
        try Finding.require(admits != opposite, "The negation admits the same: \(record)")
      }
      _ = filter.admits(app: "Shop")
    }

    private static let records: [WireRecord] = [
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
      do throws(UsageError) {
        switch try CommandLineParser.parse(arguments) {
        case .help(let command):
          try? Finding.require(!HelpText.text(about: command).isEmpty, "The help is empty.")
        case .version, .run: break
        }
      } catch {
        try Finding.require(!error.description.isEmpty, "An error says nothing.")
      }
    }

    /// An endpoint that is read is written so that it is read again.
    static func readEndpoint(_ bytes: [UInt8]) throws {
      let endpoint: Endpoint
      do throws(SocketError) {
        endpoint = try Endpoint(parsing: text(bytes))
      } catch {
        return try Finding.require(!error.description.isEmpty, "An error says nothing.")
      }
      let again = try Endpoint(parsing: endpoint.description)
      try Finding.requireEqual(again, endpoint, "An endpoint changes")
    }
  }
#endif
