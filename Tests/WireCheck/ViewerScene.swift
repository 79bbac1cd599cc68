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
    _ section: WireSection,
    _ rule: String,
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
  init(_ section: WireSection, _ rule: String, state: String) {
    self.init(section, rule, [Self.state(0, state)], expected: state)
  }

  /// A state and the changes of one commit.
  init(
    _ section: WireSection,
    _ rule: String,
    state: String,
    changes: String,
    expected: String
  ) {
    let lines = [Self.state(0, state), Self.commit(1, #""changes":[\#(changes)]"#)]
    self.init(section, rule, lines, expected: expected)
  }

  static func state(_ number: Int, _ state: String) -> String {
    #"{"instance":"I","type":"state","number":\#(number),"state":\#(state)}"#
  }

  static func commit(_ number: Int, _ members: String) -> String {
    #"{"instance":"I","type":"commit","number":\#(number),"time":1700000000000000,"#
      + #""action":{"type":"Act"},\#(members)}"#
  }

  /// The commit that asks for a report.
  static func report(_ number: Int) -> String {
    #"{"instance":"I","type":"commit","number":\#(number),"time":1700000000000000,"#
      + #""action":{"type":"CheckClient.Report"}}"#
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
    let all = [hello] + lines + [Self.report(lastNumber + 1)]
    return all.map { $0.replacing(#""I""#, with: "\"\(instance)\"") + separator }.joined()
  }
}
