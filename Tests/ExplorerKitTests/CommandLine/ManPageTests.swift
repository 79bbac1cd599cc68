import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct ManPageTests {
  @Test func `every command, option, term and exit code is in the manual page`() {
    let page = ManPage.text.replacing("\\-", with: "-").replacing("\\(aq", with: "'")
    for command in Command.all {
      #expect(page.contains("\n.SS \"\(command.usage)\"\n"), "\(command.name)")
    }
    for option in Option.all { #expect(page.contains(option.usage), "\(option.name)") }
    for term in FilterTerm.all { #expect(page.contains(term.meaning)) }
    for code in ExitCode.allCases { #expect(page.contains(code.meaning)) }
  }

  @Test func `no line is an instruction by chance`() {
    let instructions: Set<Substring> = [".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".nf", ".fi"]
    for line in ManPage.text.split(separator: "\n") where line.hasPrefix(".") {
      #expect(instructions.contains(line.prefix { $0 != " " }), "\(line)")
    }
    #expect(!ManPage.text.split(separator: "\n").contains { $0.hasPrefix("'") })
  }

  @Test(
    arguments: [
      ["mandoc", "-T", "lint", "-W", "warning"], ["groff", "-man", "-ww", "-k", "-T", "utf8"],
    ]
  )
  func `formatters accept the manual page, if they are installed`(command: [String]) throws {
    guard let formatter = InstalledProgram(command[0]) else { return }
    let directory = try TemporaryDirectory()
    try directory.write(ManPage.text.utf8, to: "sluice-explorer.1")
    let arguments = command.dropFirst() + [directory.path("sluice-explorer.1")]
    let printsPage = command[0] == "groff"
    #expect(try formatter.output(Array(arguments), onlyComplaints: printsPage) == "")
  }
}
