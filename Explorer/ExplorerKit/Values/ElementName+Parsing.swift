import SluiceTree
import SluiceWire

extension [ElementName] {
  /// Parses elements as the log shows them behind an action: `job 4`, `every job`,
  /// `folder 1 › folder "tea pot"`; `nil` for anything else.
  init?(parsing text: String) {
    var elements: [ElementName] = []
    for part in text.split(separator: "›", omittingEmptySubsequences: false) {
      let words = part.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
      guard words.count == 2 else { return nil }
      let rest = String(words[1].trimmingSuffix(while: \.isWhitespace))
      if words[0] == "every" {
        elements.append(ElementName(type: rest, id: nil))
      } else {
        // An id that is no JSON is a text.
        let id = (try? JSONText.tree(of: [UInt8](rest.utf8)[...])) ?? .string(rest)
        elements.append(ElementName(type: String(words[0]), id: id))
      }
    }
    self = elements
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while isLeftOut: (Character) -> Bool) -> Substring {
    var text = self
    while let last = text.last, isLeftOut(last) { text.removeLast() }
    return text
  }
}
