// Prints Explorer/ExplorerTerminal/Width/WidthTable+Ranges.swift, made of the files of Unicode in a folder:
// swift .ci/width-table.swift FOLDER. Called by .ci/width-table, which fetches the files.
import Foundation

/// The bits of a class, as `CharacterClass` has them.
enum Bit {
  static let joins: UInt8 = 1 << 2
  static let hidden: UInt8 = 1 << 3
  static let mark: UInt8 = 1 << 4
  static let spacingMark: UInt8 = 1 << 5
  static let pictograph: UInt8 = 1 << 6
}

struct Failure: Error, CustomStringConvertible {
  let description: String
}

let folder = URL(filePath: CommandLine.arguments[1])
let limit = 0x110000

/// Calls a closure with each range of a file and the value of its property.
///
/// - Parameter property: The second field's text, where a file has several properties.
func read(_ path: String, _ body: (Range<Int>, Substring) throws -> Void) throws {
  let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  for line in text.utf8.split(separator: 10) {
    var line = Substring(line)
    // What a file says of the scalars that it doesn't list.
    if line.hasPrefix("# @missing: ") { line = line.dropFirst(12) }
    let content = line.prefix { $0 != "#" }
    let fields = content.split(separator: ";").map { $0.trimming { $0 == " " } }
    guard fields.count >= 2 else { continue }
    let ends = fields[0].split(separator: ".", omittingEmptySubsequences: true)
    guard let first = Int(ends[0], radix: 16), let last = Int(ends[ends.count - 1], radix: 16)
    else {
      throw Failure(description: "\(path): \(line)")
    }
    try body(first..<last + 1, fields[1])
  }
}

extension Substring {
  func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
    var text = drop(while: isTrimmed)
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return text
  }
}

func version() throws -> Substring {
  let path = "extracted/DerivedEastAsianWidth.txt"
  let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  guard let match = text.prefixMatch(of: #/# DerivedEastAsianWidth-([0-9.]+)\.txt/#) else {
    throw Failure(description: "\(path) doesn't say of which version it is.")
  }
  return match.1
}

var categories = [Substring](repeating: "Cn", count: limit)
try read("extracted/DerivedGeneralCategory.txt") { range, category in
  for value in range { categories[value] = category }
}

var classes = [UInt8](repeating: 1, count: limit)
// Ranges of unlisted scalars come first in the file, and those that are listed after them.
try read("extracted/DerivedEastAsianWidth.txt") { range, width in
  let columns: UInt8 = ["W", "F", "Wide", "Fullwidth"].contains(width) ? 2 : 1
  for value in range { classes[value] = columns }
}
for value in 0..<limit {
  switch categories[value] {
  case "Mn", "Me": classes[value] = Bit.mark
  case "Mc": classes[value] = 1 | Bit.mark | Bit.spacingMark
  case "Cc", "Cf", "Zl", "Zp", "Cs": classes[value] = Bit.hidden
  default:
    let isNoncharacter = value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value)
    if isNoncharacter { classes[value] = Bit.hidden }
  }
}
try read("auxiliary/GraphemeBreakProperty.txt") { range, value in
  for scalar in range {
    // The second and third parts of a Korean syllable are drawn into the first.
    if value == "V" || value == "T" { classes[scalar] &= ~3 }
    if value == "Regional_Indicator" { classes[scalar] = 2 }
    // A whole syllable joins only what joins it: those parts.
    if !["Other", "LV", "LVT"].contains(value) { classes[scalar] |= Bit.joins }
  }
}
try read("DerivedCoreProperties.txt") { range, property in
  guard property == "Default_Ignorable_Code_Point" else { return }
  // Emoji have selectors; others are used to hide data.
  for value in range where !(0xFE00...0xFE0F).contains(value) {
    classes[value] = classes[value] & Bit.joins | Bit.hidden
  }
}
try read("emoji/emoji-data.txt") { range, property in
  // Digits and punctuation in front of arrows are emoji only as keycaps.
  guard property == "Emoji" else { return }
  for value in range where value >= 0x2190 { classes[value] |= Bit.pictograph }
}

// Gaps without anything assigned are bridged between ranges of one class.
var value = 0
while value < limit {
  guard categories[value] == "Cn", classes[value] & Bit.hidden == 0 else {
    value += 1
    continue
  }
  var end = value
  while end < limit, categories[end] == "Cn", classes[end] == classes[value] { end += 1 }
  if value > 0, end < limit, classes[value - 1] == classes[end] {
    for gap in value..<end { classes[gap] = classes[end] }
  }
  value = end
}

var entries: [String] = []
for value in 0..<limit where value == 0 || classes[value] != classes[value - 1] {
  let digits = String(value << 8 | Int(classes[value]), radix: 16, uppercase: true)
  let padded = String(repeating: "0", count: 8 - digits.count) + digits
  entries.append("0x\(padded.prefix(4))_\(padded.suffix(4))")
}

print(
  """
  // Made by .ci/width-table from the files of Unicode \(try version()). Don't edit it.

  extension WidthTable {
    /// The first scalar of each range, shifted by 8, and the class of all up to the next one.
    static let ranges: [UInt32] = [
  """
)
for start in stride(from: 0, to: entries.count, by: 7) {
  print("    " + entries[start..<min(start + 7, entries.count)].joined(separator: ", ") + ",")
}
print("  ]\n}")
