import SluiceTree

/// Something that a viewer is shown, and the state that it then reports.
struct ViewerScene: Sendable {
  let section: WireSection
  /// The rule that a viewer follows who reports the state.
  let rule: String
  /// The lines that a hub sends, without line feeds; `I` stands for the instance.
  let lines: [String]
  /// The state as JSON.
  let expected: String
  /// What is inserted after each line.
  var separator = "\n"

  init(
    _ section: WireSection = .viewers,
    _ rule: String = "",
    _ lines: [String],
    expected: String,
    separator: String = "\n"
  ) {
    self.section = section
    self.rule = rule
    self.lines = lines
    self.expected = expected
    self.separator = separator
  }

  /// A state that is reported as it is.
  init(_ section: WireSection = .viewers, _ rule: String = "", state: String) {
    self.init(section, rule, [Self.state(0, state)], expected: state)
  }

  static func state(_ number: Int, _ state: String) -> String {
    #"{"instance":"I","type":"state","number":\#(number),"state":\#(state)}"#
  }

  static func commit(_ number: Int, of type: String = "Act", _ members: String...) -> String {
    let all = [#"{"instance":"I","type":"commit","number":\#(number),"time":1700000000000000"#]
    return (all + [#""action":{"type":"\#(type)"}"#] + members).joined(separator: ",") + "}"
  }

  static func commit(_ number: Int, changes: String) -> String {
    commit(number, #""changes":[\#(changes)]"#)
  }

  /// The number of the last commit in the lines.
  var lastNumber: Int {
    lines.compactMap { line in
      guard let key = line.firstRange(of: #""number":"#) else { return nil }
      return Int(line[key.upperBound...].prefix { $0.isNumber })
    }
    .max() ?? 0
  }

  /// The text that the hub sends for an instance, the request for a report included.
  func text(of instance: String) -> String {
    let hello =
      #"{"type":"hello","versions":[1,1],"role":"program","instance":"I","name":"Check","#
      + #""pid":1,"capabilities":["snapshot","restoreFromTree"],"lastCommit":0}"#
    // The last commit asks for a report.
    let report = Self.commit(lastNumber + 1, of: "CheckClient.Report")
    let all = [hello] + lines + [report]
    return all.map { $0.replacing(#""I""#, with: "\"\(instance)\"") + separator }.joined()
  }
}
