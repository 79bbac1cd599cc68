import ExplorerTerminal

extension KeyPress: CustomStringConvertible {
  /// The key as people write it: `j`, `^F`, `Enter`.
  package var description: String {
    let name =
      switch key {
      case .character(" "): "Space"
      case .character(let character): VisibleText(String(character)).description
      default: "\(key)".prefix(1).uppercased() + "\(key)".dropFirst()
      }
    var text = ""
    if modifiers.contains(.control) { text += "^" }
    if modifiers.contains(.alt) { text += "M-" }
    return text + name
  }
}
