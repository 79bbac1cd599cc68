import Foundation
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn)
struct ManPageTests {
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
    let instructions: Set<Substring> = [
      ".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".nf", ".fi",
    ]
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
    let paths = ["/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + command[0] }
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return }
    let directory = try TemporaryDirectory()
    let file = directory.path + "/sluice-explorer.1"
    try ManPage.text.write(toFile: file, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = command.dropFirst() + [file]
    let complaints = Pipe()
    process.standardError = complaints
    process.standardOutput = command[0] == "mandoc" ? complaints : FileHandle.nullDevice
    try process.run()
    let bytes = try complaints.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(String(decoding: bytes, as: UTF8.self) == "")
  }
}
