import Foundation
import TestSupport
import Testing

@testable import ExplorerKit

/// What all commands and options have in common, and what is made of them.
@Suite(.inTurn) struct CommandTests {
  @Test func `no two commands have one name, and no command two options of one name`() {
    let commands = Command.all.map(\.name)
    for names in [commands] + Command.all.map({ $0.options.flatMap(\.names) }) {
      #expect(Set(names).count == names.count)
    }
    #expect(Option.all.allSatisfy { !$0.commands.isEmpty })
  }

  @Test func `an option that depends on others is one of their commands`() {
    for option in Option.all {
      #expect(Set(option.commands).isSuperset(of: option.requiredBy), "\(option.name)")
      #expect(Set(option.commands).isSuperset(of: option.helps.keys), "\(option.name)")
      for (command, other) in option.requires {
        #expect(command.options.contains(option) && command.options.contains(other))
      }
    }
  }

  @Test func `every example of a command is a command line of it`() throws {
    for command in Command.all {
      for example in command.examples {
        // The part of a pipe that is about this program.
        let part = try #require(example.line.split(separator: "sluice-explorer ").last)
        let words = Self.words(of: String(part))
        let arguments = example.line == "sluice-explorer" ? [] : words
        let invocation = try CommandLineParser.parse(arguments)
        let parsed =
          if case .run(let settings) = invocation { settings.command } else { nil as Command? }
        #expect(parsed == command, "\(example.line)")
      }
    }
  }

  /// Divides as a shell does, up to a pipe or the name of a file for the output.
  private static func words(of line: String) -> [String] {
    let words = line.matches(of: #/(?:'[^']*'|[^' ])+/#).map { String($0.output) }
    return words.prefix { $0 != "|" && $0 != ">" }.map { word in
      word.contains("'") ? word.replacing("'", with: "") : word.filter { $0 != ")" && $0 != "\"" }
    }
  }

  @Test func `the help of a command has at most 100 columns`() {
    for command in Command.all {
      for line in HelpText.text(about: command).split(separator: "\n") where line.count > 100 {
        Issue.record("\(command.name): \(line)")
      }
    }
  }

  /// With `RECORD_GOLDEN=1` in the environment it is written again.
  @Test func `the page's tables are those of the commands and options`() throws {
    let package = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let file = package.appending(path: "Sources/Sluice/Sluice.docc/InstallingTheExplorer.md")
    var page = try String(contentsOf: file, encoding: .utf8)
    let beginning = "<!-- Commands, made by a test. -->\n\n"
    let start = try #require(page.range(of: beginning)).upperBound
    let end = try #require(page.range(of: "<!-- End of the commands. -->")).lowerBound
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      page.replaceSubrange(start..<end, with: Self.table)
      try page.write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(page[start..<end] == Self.table)
    }
  }

  private static var table: String {
    let common = HelpText.common
    let rows = Command.all.map { command in
      let options = command.options.filter { !common.contains($0) }
      let names = options.map { "`\($0.name)`" }.joined(separator: " ")
      return "| `\(command.usage)` | \(command.abstract) | \(names) |\n"
    }
    let others = common.map { "`\($0.usage)`" }
    return "| Command | What it does | Its own options |\n|---|---|---|\n" + rows.joined()
      + "\nMost commands also have \(others.listed("and")).\n\n"
  }
}
