import ExplorerTerminal
import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The log and the screen as pictures.
@Suite(.inTurn, .unsanitized) struct TextPictureTests {
  private static let demo = GoldenText.path("demo.session")

  @Test func `the picture in the documentation is the log of the demo`() async throws {
    let files = try SessionFiles()
    let lines = try String(contentsOfFile: Self.demo, encoding: .utf8).split(separator: "\n")
    let path = try files.write(lines.prefix(27).joined(separator: "\n") + "\n")
    try await Self.expectPicture("sluice-explorer.svg", of: path)
  }

  @Test func `the picture in the documentation is the screen with the demo`() async throws {
    let options = ["--screen", "--at", "43"]
    try await Self.expectPicture("sluice-explorer-screen.svg", of: Self.demo, options)
  }

  /// With `RECORD_GOLDEN=1` in the environment it is drawn again.
  private static func expectPicture(
    _ name: String,
    of session: String,
    _ options: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let outcome = try await ExplorerProcess(["export", session, "--to", "svg"] + options).outcome()
    let drawn = outcome.output.joined(separator: "\n") + "\n"
    #expect(outcome.code == 0)

    let picture = URL(filePath: #filePath).appending(path: "../../../..").standardized
      .appending(path: "Sources/Sluice/Sluice.docc/Resources/\(name)")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try drawn.write(to: picture, atomically: true, encoding: .utf8)
    }
    let golden = try String(contentsOf: picture, encoding: .utf8)
    #expect(golden == drawn, sourceLocation: sourceLocation)
  }

  @Test func `a picture is well-formed, whatever the text`() throws {
    var nasty = StyledText(VisibleText("<script>&\"'\u{0}\u{FFFF} ]]> 茶 👩‍👩‍👧").description, .problem)
    nasty.append("  two  ", .dim)
    let picture = TextPicture(title: "a <b> & c", lines: [nasty, StyledText(), StyledText("x")])
    let document = try XMLDocument(xmlString: picture.svg)
    let texts = Set(try document.nodes(forXPath: "//text()").map(\.stringValue))
    #expect(texts.isSuperset(of: ["<script>&\"'\\u{0}\\u{FFFF}", "two"]))
  }

  @Test func `each piece of text has its place and its length in columns`() {
    var line = StyledText("12:00 ", .dim)
    line.append("茶 ok", .strong)
    let svg = TextPicture(title: "t", lines: [StyledText("first"), line]).svg
    #expect(svg.contains(#"<text y="58"><tspan x="18" textLength="40">first</tspan></text>"#))
    #expect(svg.contains(#"<tspan class="dim" x="18" textLength="40">12:00</tspan>"#))
    #expect(svg.contains(#"<tspan class="strong" x="66" textLength="16">茶</tspan>"#))
    #expect(svg.contains(#"<tspan class="strong" x="90" textLength="16">ok</tspan>"#))
  }

  @Test func `what is too long for a picture is an error with a cure`() async throws {
    let files = try SessionFiles()
    let path = try files.write([.hello("Todo"), .state(0, 1)] + (1...600).map { .commit($0) })
    let outcome = try await ExplorerProcess(["export", path, "--to", "svg"]).outcome()
    #expect(outcome.code == 64)
    #expect(outcome.complaint[0].contains("at most 500 lines; head shortens it"))
  }
}
