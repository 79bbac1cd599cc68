import Testing

@testable import ExplorerTerminal

/// What bytes of a terminal mean.
struct InputParserTests {
  @Test func `a lone escape character is a key at the end of a burst`() {
    var parser = InputParser()
    #expect(parser.take([0x1B]) == [])
    #expect(parser.isInTheMiddle)
    #expect(parser.endOfBurst() == [.key(KeyPress(.escape))])
    #expect(!parser.isInTheMiddle)
  }
}
