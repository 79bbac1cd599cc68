import Foundation
import SluiceMonitor
import SluiceTree
import TestSupport
import Testing

@testable import SluiceMonitor

@Suite(.inTurn)
struct URLRedactorTests {
  private static let redactor = URLRedactor(SensitiveNames(Redaction.standardNames))

  static let secrets: [(text: String, shown: String)] = [
    ("https://ada:pw@host/a?b=c", "https://<redacted>@host/a?b=c"),
    ("https://ada@host", "https://<redacted>@host"),
    ("postgres://u:p%40ss@db:5432/x", "postgres://<redacted>@db:5432/x"),
    ("https://a:b@c:d@host/", "https://<redacted>@host/"),
    ("https://h/?token=abc", "https://h/?token=<redacted>"),
    ("https://h/?page=2&access_token=abc&x=1", "https://h/?page=2&access_token=<redacted>&x=1"),
    ("https://h/?api%5Fkey=abc;x=1#top", "https://h/?api%5Fkey=<redacted>;x=1#top"),
    ("https://h/cb#access_token=abc&state=1", "https://h/cb#access_token=<redacted>&state=1"),
    ("https://h/#/cb?token=abc", "https://h/#/cb?token=<redacted>"),
    ("https://h/?tokens[]=abc&tokens[]=d", "https://h/?tokens[]=<redacted>&tokens[]=<redacted>"),
    ("/login?password=abc", "/login?password=<redacted>"),
    ("?otp=1", "?otp=<redacted>"),
    ("myapp:/open?code=1&session_id=abc", "myapp:/open?code=1&session_id=<redacted>"),
    ("https://h/?q=a b&secret=c d", "https://h/?q=a b&secret=<redacted>"),
    ("https://h/?next=https%3A%2F%2Fi%2F%3Ftoken%3Dabc&x=1", "https://h/?next=<redacted>&x=1"),
    ("https://h/?next=https://ada:pw@i/", "https://h/?next=<redacted>"),
    ("https://ü.de/?tökén=1&token=ä", "https://ü.de/?tökén=1&token=<redacted>"),
  ]

  @Test(arguments: secrets)
  func `what a URL says under sensitive names is withheld`(text: String, shown: String) {
    #expect(Self.redactor.redact(text) == shown)
    #expect(Self.redactor.redact(shown) == shown || Self.redactor.redact(shown) == nil)
  }

  @Test(arguments: [
    "", "token", "token=abc", "a@b.de", "https://h/", "https://h/a@b", "https://h/?token=",
    "https://h/?tokenCount=3", "https://h/?q=a@b", "see https://h/?token=abc", "a = b?c = d",
    "://a@b", "1 + 1 = 2?", "%", "?=%=&%2", "https://@host",
  ])
  func `other texts are left as they are`(text: String) {
    #expect(Self.redactor.redact(text) == nil)
  }

  struct Session: Codable {
    var link: URL?
    var text = "https://h/?token=hunter2"
    var long = "https://h/?token=hunter2&" + String(repeating: "x", count: 70_000)
    var links = ["a": "wss://ada:hunter2@h/"]
  }

  @Test func `URLs and texts in a state are searched`() throws {
    let session = Session(link: URL(string: "https://ada:hunter2@h/?jwt=hunter2"))
    let tree = Redactor(.standard).redact(try tree(session))
    #expect(!"\(tree)".contains("hunter2"))
    #expect(tree["link"] == "https://<redacted>@h/?jwt=<redacted>")
    #expect(tree["text"] == "https://h/?token=<redacted>")
    #expect(tree["links"] == ["a": "wss://<redacted>@h/"])
    #expect(Redactor(.none).redact(tree) == tree)
  }

  @Test func `a URL comes back whole when a state is restored from what was shown`() throws {
    let live: Tree = ["urls": ["https://h/?token=abc&x=1", "https://h/"], "one": "x://a:b@c/"]
    let shown = Redactor(.standard).redact(live)
    #expect(shown != live)
    let completion = shown.completed(from: live)
    #expect(completion.tree == live)
    #expect(completion.unresolved.isEmpty)
    let other: Tree = ["urls": ["https://i/?token=abc&x=1", "https://h/"], "one": "y://a:b@c/"]
    #expect(!shown.completed(from: other).unresolved.isEmpty)
  }
}

@Suite(.inTurn)
struct ErrorTextTests {
  private func text(_ error: any Error) -> String { ValueTrees(.standard).text(of: error) }

  private struct Wrapped: Error, CustomStringConvertible {
    let inner: any Error
    var description: String { "it failed: \(inner)" }
  }

  private static let url = URL(string: "https://h/?token=hunter2")

  @Test func `an error of Foundation's shows no user info`() throws {
    let url = try #require(Self.url)
    let inner = NSError(domain: "Inner", code: 1, userInfo: ["url": url])
    let error = NSError(
      domain: "Shop",
      code: 7,
      userInfo: [
        NSLocalizedDescriptionKey: "The cart is closed.", "url": url, NSUnderlyingErrorKey: inner,
      ]
    )
    #expect(text(error) == #"Error Domain=Shop Code=7 "The cart is closed.""#)
    let failure = text(URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: url]))
    #expect(failure.hasPrefix("Error Domain=NSURLErrorDomain Code=-1001 "))
    #expect(!failure.contains("hunter2"))
    #expect(
      text(Wrapped(inner: error)) == #"it failed: Error Domain=Shop Code=7 "The cart is closed.""#
    )
  }

  @Test func `another error says what it says`() {
    struct Plain: Error, CustomStringConvertible { let description = "no {info} at all" }
    #expect(text(Plain()) == "no {info} at all")
  }
}
