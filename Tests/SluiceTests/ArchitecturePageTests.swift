#if DEBUG && canImport(Runtime)
  import Foundation
  import Runtime
  import Sluice
  import TestSupport
  import Testing

  /// The paths on the page *Architecture* are those on the stack.
  ///
  /// In a plain debug build: elsewhere functions are inlined. Closures and thunks aren't compared, but
  /// they count among the frames, of which there must be few.
  @Suite(.inTurn, .unsanitized) struct ArchitecturePageTests {
    enum Path: String, CaseIterable {
      case sink = "The path to a sink"
      case interceptor = "The path to an interceptor"
      case effect = "The path to an effect's answer"
    }

    @Test(arguments: Path.allCases)
    func `what a store calls is called on the path of the page`(path: Path) throws {
      let store = Store.counting()
      let stack = Shared<Backtrace?>(nil)
      var token: SelectionToken?
      switch path {
      case .sink: token = store.select(\.count).sink { _ in stack.value = Self.stack() }
      case .interceptor: store.register(interceptor: Witness { stack.value = Self.stack() })
      case .effect:
        store.register(
          effect: Effect<Void>.on(Increment.self).map { _, _ -> (any Action)? in
            stack.value = Self.stack()
            return nil
          }
        )
      }
      store.dispatch(action: Increment(by: 1))
      token?.cancel()
      try expect(
        Self.symbols(of: stack.value),
        isPath: path.rawValue,
        frames: path == .effect ? 15 : 12
      )
    }

    private struct Witness: Interceptor {
      let body: @Sendable () -> Void

      func committed(_ commit: Commit<Counting>) { body() }
    }

    /// The stack above this call.
    private static func stack() -> Backtrace? { try? Backtrace.capture(limit: 40, top: 0) }

    /// The symbols on a stack, the innermost first.
    ///
    /// It takes seconds to find them: not in the closure, which is called several times.
    private static func symbols(of stack: Backtrace?) -> [String] {
      let frames = stack?.symbolicated(options: [])?.frames
      return frames.map { $0.map { $0.symbol?.name ?? "" } } ?? []
    }

    private func expect(_ stack: [String], isPath title: String, frames limit: Int) throws {
      let dispatch = try #require(stack.firstIndex { $0.contains("Store.dispatch<") })
      // Without this file's own functions: the closure that asked, and the one that reads the stack.
      let first = try #require(
        stack[..<dispatch].lastIndex { $0.contains("ArchitecturePageTests") }
      )
      let path = stack[first + 1...dispatch].reversed()
      #expect(path.count - 1 <= limit, "\(path)")
      var functions: [String] = []
      for frame in path {
        guard let function = Self.function(in: frame),
          function != functions.last || !isClosure(frame)
        else { continue }
        functions.append(function)
      }
      #expect(functions == (try Self.steps(under: title)))
    }

    private func isClosure(_ frame: String) -> Bool {
      frame.contains("closure #") || frame.contains("partial apply")
    }

    /// The type and name of a function of the library, such as `Core.commit`; `nil` for a thunk.
    private static func function(in frame: String) -> String? {
      if frame.contains("thunk for") || frame.contains("protocol witness") { return nil }
      let pattern = /(?:^| in |static )(\w+)(?:<[^>]*>)?\.\(?(\w+)/
      let match = frame.matches(of: pattern).last
      return match.map { "\($0.output.1).\($0.output.2)" }
    }

    @Test func `ten files have all functions on the path to an effect's answer`() throws {
      let title = Path.effect.rawValue
      let list = try Self.section(title).components(separatedBy: "\n\n").first {
        $0.hasPrefix("The files: ")
      }
      let names = (list ?? "").matches(of: /`([^`]+)`/).map { "\($0.output.1).swift" }
      #expect(names.count <= 10)
      let sources = try #require(FileManager.default.enumerator(atPath: Self.sources.path))
      let paths = sources.compactMap { $0 as? String }.filter { path in
        names.contains { path.hasSuffix("/\($0)") }
      }
      #expect(paths.count == names.count)
      let text = try paths.map {
        try String(contentsOf: Self.sources.appending(path: $0), encoding: .utf8)
      }
      .joined()
      for step in try Self.steps(under: title) {
        let function = step.split(separator: ".").last ?? ""
        #expect(text.contains("func \(function)"), "\(step)")
      }
    }

    private static var sources: URL {
      URL(filePath: #filePath).appending(path: "../../../Sources").standardized
    }

    private static func section(_ title: String) throws -> String {
      let page = sources.appending(path: "Sluice/Sluice.docc/Architecture.md")
      let text = try String(contentsOf: page, encoding: .utf8)
      return text.components(separatedBy: "\n## ").first { $0.hasPrefix(title + "\n") } ?? ""
    }

    /// The steps of a numbered list on the page.
    private static func steps(under title: String) throws -> [String] {
      try section(title).split(separator: "\n").compactMap { line in
        line.firstMatch(of: /^\d+\. `(\w+\.\w+)`/).map { String($0.output.1) }
      }
    }
  }
#endif
