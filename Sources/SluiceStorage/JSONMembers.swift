import Foundation

/// The members of a JSON object as they are written, found without reading what they have.
///
/// So a file's other slices are kept byte for byte, also those that nobody in the program knows.
struct JSONMembers {
  private(set) var all: [(name: String, value: ArraySlice<UInt8>)] = []

  /// - Returns: `nil` if the bytes are no object, or not all of one, or name a member twice.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let members = Self.split(Self.trimmed(bytes)) else { return nil }
    if members.count == 1, members[0].count == 1, members[0][0].isEmpty { return }
    for member in members {
      guard member.count == 2, !member[1].isEmpty,
        let name = try? JSONDecoder().decode(String.self, from: Data(member[0])), self[name] == nil
      else { return nil }
      all.append((name, member[1]))
    }
  }

  subscript(name: String) -> ArraySlice<UInt8>? { all.first { $0.name == name }?.value }

  /// Returns what is between the commas of an object, split at the colons.
  private static func split(_ text: ArraySlice<UInt8>) -> [[ArraySlice<UInt8>]]? {
    guard text.first == UInt8(ascii: "{") else { return nil }
    var members: [[ArraySlice<UInt8>]] = [[]]
    var start = text.startIndex + 1
    var depth = 0
    var (isInString, isEscaped) = (false, false)
    for (index, byte) in zip(text.indices, text) {
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      let isMark = byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":")
      guard depth == 0 || depth == 1 && isMark else { continue }
      members[members.count - 1].append(trimmed(text[start..<index]))
      start = index + 1
      if depth == 0 { return start == text.endIndex ? members : nil }
      if byte == UInt8(ascii: ",") { members.append([]) }
    }
    return nil
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x0A, 0x0D, 0x09].contains(byte) }
    let end = text.lastIndex { !isSpace($0) } ?? text.startIndex - 1
    return text[...end].drop(while: isSpace)
  }
}
