import Foundation
import Testing

/// The lines that stand for what was ever released: one file for each record of each version.
///
/// A file is only ever added to. If a change of the code would change a line here, it breaks
/// programs that are out there.
enum Golden {
  static let recordTypes = [
    "hello", "state", "commit", "effect", "diagnostic", "reads", "dropped", "bye", "welcome",
    "dispatch", "restore", "pause", "resume", "snapshot", "question", "answer",
    "error",
    "problem", "disconnected", "live", "mark",
  ]

  struct Line: CustomTestStringConvertible {
    let type: String
    let number: Int
    let text: String

    var testDescription: String { "\(type).jsonl:\(number)" }

    /// What is written today for what was read.
    var written: String {
      guard let other = Golden.former[testDescription] else { return text }
      return Golden.lines.first { $0.type == type && $0.number == other }?.text ?? ""
    }
  }

  /// The lines of which a part is passed over, each with the number of the line without that part.
  private static let former = [
    // What each reducer changed.
    "commit.jsonl:5": 6
  ]

  static let lines: [Line] = recordTypes.flatMap { type in
    let text = (try? String(contentsOfFile: "\(folder)/v1/\(type).jsonl", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").enumerated().map { number, line in
      Line(type: type, number: number + 1, text: String(line))
    }
  }

  private static let folder = ((#filePath as NSString).deletingLastPathComponent) + "/Golden"
}
