import SluiceTree
import TestSupport
import Testing

@Suite(.inTurn) struct SentenceTests {
  @Test(arguments: [
    ("no such file", "no such file."), ("There is nothing.", "There is nothing."),
    ("Who is there?", "Who is there?"), ("Write unix:/…", "Write unix:/…"), ("", ""),
  ])
  func `a sentence has one end`(text: String, sentence: String) {
    #expect(text.sentence == sentence)
  }
}
