import Foundation

/// The contents of a file: its slices, each with a name and a version.
///
/// ```
/// {"sluice.saved":1,
/// "settings":{"version":3,"value":{"volume":7}},
/// "drafts":{"version":1,"value":[]}}
/// ```
///
/// JSON, so that a person can read and mend it. A slice that isn't read is written as it was.
struct SavedDocument {
  /// The member that tells the format from others, and its version.
  static let mark = "sluice.saved"
  private static let format = 1

  struct Slice {
    let version: Int
    let value: ArraySlice<UInt8>
  }

  private var slices: [(name: String, text: ArraySlice<UInt8>)] = []

  /// What the program wrote before it used a document, if that is what the file has; it goes when the
  /// document is written.
  private(set) var foreign: ArraySlice<UInt8>?

  init() {}

  /// - Returns: `nil` for a document of a later format.
  init?(_ bytes: [UInt8]) {
    guard let members = JSONMembers(bytes[...]), let mark = members[Self.mark] else {
      foreign = bytes[...]
      return
    }
    guard mark.elementsEqual("\(Self.format)".utf8) else { return nil }
    slices = members.all.filter { $0.name != Self.mark }.map { ($0.name, $0.value) }
  }

  var names: Set<String> { Set(slices.map(\.name)) }

  /// Whether there is something that a slice of that name would replace.
  func has(_ name: String) -> Bool { foreign != nil || slices.contains { $0.name == name } }

  /// - Returns: `nil` if what has that name is no slice.
  func slice(_ name: String) -> Slice? {
    guard let text = slices.first(where: { $0.name == name })?.text,
      let members = JSONMembers(text), let value = members["value"],
      let version = members["version"].flatMap({ Int(String(decoding: $0, as: UTF8.self)) })
    else { return nil }
    return Slice(version: version, value: value)
  }

  mutating func set(_ name: String, version: Int, _ value: [UInt8]) {
    let text = Array("{\"version\":\(version),\"value\":".utf8) + value + [UInt8(ascii: "}")]
    if let index = slices.firstIndex(where: { $0.name == name }) {
      slices[index].text = text[...]
    } else {
      slices.append((name, text[...]))
    }
  }

  /// The text of the file, with a line for each slice.
  var bytes: [UInt8] {
    var bytes = Array("{\"\(Self.mark)\":\(Self.format)".utf8)
    for (name, text) in slices { bytes += Array(",\n\(Self.quoted(name)):".utf8) + text }
    return bytes + Array("}\n".utf8)
  }

  private static func quoted(_ name: String) -> String {
    // A string always encodes.
    (try? JSONEncoder().encode(name)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
