import Foundation
import Sluice
import Testing

/// Tests as they are printed, which compile.
enum PrintedTests {
  @Suite struct Recording {
    private let reducer = ShrinkingTests.machine

    // 2 of 30 actions: the commits 14, 30.
    @Test func repeated() {
      var state = ShrinkingTests.Machine(secret: [566, 745], pulled: 0, noise: 0)
      let actions: [any Action] = [
        ShrinkingTests.Pull(lever: 566),
        ShrinkingTests.Pull(lever: 745),
      ]
      for action in actions { reducer.reduce(&state, action) }
      // Expect here what didn't hold.
    }
  }

  @Suite struct RandomActions {
    @Test func repeated() async throws {
      let actions: [any Action] = [
        RandomActionTests.Add(id: 0, count: 0),
        RandomActionTests.Remove(id: 0, count: 1),
      ]
      // Do here what the body does.
      _ = actions
    }
  }

  /// Expects that this file has a printed test, apart from its indentation.
  static func expect(_ test: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    func lines(_ text: String) -> String {
      text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
    }
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    #expect(lines(source).contains(lines(test)), "\(test)", sourceLocation: sourceLocation)
  }
}
