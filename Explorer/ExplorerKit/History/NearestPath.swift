import SluiceTree

extension Tree {
  /// Returns a sentence about what there is in the place of a path that doesn't exist.
  func nearest(to path: StatePath) -> String {
    let resolution = resolve(path.steps)
    guard let wanted = resolution.rest.first else { return "There is `\(path)`." }
    let front = Array(path.steps.prefix(resolution.steps.count))
    func text(_ step: StatePath.Step) -> String {
      StatePath(front + [step]).description
    }
    if let steps = resolution.tree.nearestSteps(to: wanted) {
      // As far as the rest exists there, too.
      let rest = Array(resolution.rest.dropFirst())
      let further = self.resolve(front + steps + rest)
      let known = (front + steps + rest).prefix(further.steps.count)
      return "There is `\(StatePath(Array(known)))`."
    }
    let whole = front.isEmpty ? "The state" : "`\(StatePath(front))`"
    switch resolution.tree {
    case .array([]): return "\(whole) is empty."
    case .array(let elements):
      let last = text(.index(elements.count - 1))
      return elements.count == 1
        ? "There is `\(last)`." : "There are `\(text(.index(0)))` to `\(last)`."
    case .object(let object) where object.isEmpty: return "\(whole) has no members."
    case .object, .enumCase:
      guard let object = resolution.tree.keyedParts else { fallthrough }
      let names = object.members.prefix(Self.maximumNames).map { "`\(text(.key($0.key)))`" }
      let more = object.count > names.count ? " and \(object.count - names.count) more" : ""
      return "There is " + names.joined(separator: ", ") + more + "."
    default:
      return "\(whole) is \(summary(of: resolution.tree))."
    }
  }

  private static var maximumNames: Int { 12 }

  private func summary(of tree: Tree) -> String {
    tree.summary(limit: 40)
  }

  /// Returns the steps that somebody may have meant.
  func nearestSteps(to step: StatePath.Step) -> [StatePath.Step]? {
    switch (self, step) {
    case (.object, .key(let key)), (.enumCase, .key(let key)):
      let names = keyedParts?.members.map(\.key) ?? []
      return Suggestion.nearest(to: key, amongLong: names).map { [.key($0)] }
    case (.array(let elements), .id(let id)):
      let ids = elements.prefix(1_000).compactMap { $0["id"].map(ElementID.init) }
      guard !id.text.allSatisfy(\.isNumber) else { return nil }
      return Suggestion.nearest(to: id.text, amongLong: ids.map(\.text)).map { text in
        [.id(ids.first { $0.text == text } ?? ElementID(text))]
      }
    case (.array(let elements), .key(let key)):
      // A member of the elements.
      return elements.first?.resolved(.key(key)).map { _ in [.index(0), step] }
    default:
      return nil
    }
  }
}

extension Suggestion {
  /// The nearest name; else one that an abbreviation may stand for.
  static func nearest(to typed: String, amongLong names: [String]) -> String? {
    if let name = nearest(to: typed, among: names) { return name }
    let lower = typed.lowercased()
    return names.filter { abbreviates(lower, $0.lowercased()) }.min { $0.count < $1.count }
  }

  /// Returns whether a text has the letters of an abbreviation in their order, the first one first.
  private static func abbreviates(_ short: String, _ name: String) -> Bool {
    guard let first = short.first, first == name.first, short.count > 1 else { return false }
    var rest = name[...]
    for letter in short {
      guard let place = rest.firstIndex(of: letter) else { return false }
      rest = rest[place...].dropFirst()
    }
    return true
  }
}
