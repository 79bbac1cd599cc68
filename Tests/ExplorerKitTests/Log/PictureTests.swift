import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct PictureTests {
  private let output = OutputStream(descriptor: -1)

  private var text: String { String(decoding: output.buffer, as: UTF8.self) }

  @Test func `lines take the place of those drawn before`() {
    var picture = Picture()
    picture.draw(["a", "b"], on: output)
    picture.draw(["c"], on: output)
    #expect(text == "a\nb\n\u{1B}[2A\r\u{1B}[Jc\n")
  }

  @Test func `what is erased is not erased again`() {
    var picture = Picture()
    picture.draw(["a", "b"], on: output)
    output.buffer = []
    picture.erase(on: output)
    output.writeLine("between")
    picture.erase(on: output)
    #expect(text == "\u{1B}[2A\r\u{1B}[Jbetween\n")
  }

  @Test func `lines make way for what is written`() {
    var picture = Picture()
    picture.draw(["a"], on: output)
    output.buffer = Array("log\n".utf8)
    picture.makeWay(on: output)
    picture.draw(["b"], on: output)
    #expect(text == "\u{1B}[1A\r\u{1B}[Jlog\nb\n")
  }
}
