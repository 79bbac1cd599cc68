import ExplorerTerminal
import SluiceWire

/// Gives each connected program a short name that no other has at the time.
///
/// The program's own name if it is free, otherwise with its store, its process or its instance. A
/// program that connects again gets its former name, and everywhere the one that the hub gave it.
struct ProgramNames {
  /// The maximum length of a program's own name.
  private static let maximumLength = 24
  /// The maximum length of a name that another gave it.
  private static let maximumLabelLength = 80
  /// The maximum number of disconnected programs to remember.
  private static let maximumRemembered = 256

  private var taken: Set<String> = []
  /// By instance, those that came last at the end.
  private var remembered: [(instance: String, label: String)] = []

  /// - Parameter taken: The names that others have.
  init(taken: Set<String> = []) {
    self.taken = taken
  }

  /// Returns the label of a program that has connected.
  ///
  /// - Parameter wish: What another calls it, which it is called if nobody else is.
  mutating func take(for hello: WireRecord.Hello, as wish: String? = nil) -> String {
    let wish = wish.map { Self.short($0, Self.maximumLabelLength) } ?? ""
    let label = wish.isEmpty || taken.contains(wish) ? free(for: hello) : wish
    taken.insert(label)
    remembered.removeAll { $0.instance == hello.instance }
    if remembered.count >= Self.maximumRemembered { remembered.removeFirst() }
    remembered.append((hello.instance, label))
    return label
  }

  /// Lets others have a label.
  mutating func release(_ label: String) {
    taken.remove(label)
  }

  private func free(for hello: WireRecord.Hello) -> String {
    let before = remembered.first { $0.instance == hello.instance }?.label
    if let before, !taken.contains(before) { return before }
    let name = Self.plain(hello)
    let store = hello.store.map { name + "/" + Self.short($0, otherwise: "unnamed") }
    var candidates = [name]
    if let store { candidates.append(store) }
    candidates.append("\(store ?? name)#\(hello.processID)")
    candidates.append("\(store ?? name)#\(hello.processID)." + Self.short(hello.instance, 4))
    if let free = candidates.first(where: { !taken.contains($0) }) { return free }
    // Numbered, if all else is taken.
    var number = 2
    while taken.contains("\(name)~\(number)") { number += 1 }
    return "\(name)~\(number)"
  }

  /// What a program is called if nobody else is.
  static func plain(_ hello: WireRecord.Hello) -> String {
    short(hello.name, otherwise: "unnamed")
  }

  private static func short(_ text: String, otherwise: String) -> String {
    let visible = short(text, maximumLength)
    return visible.isEmpty ? otherwise : visible
  }

  private static func short(_ text: String, _ length: Int) -> String {
    // Scalars, because one character may be any number of them.
    let cut = String(String.UnicodeScalarView(text.unicodeScalars.prefix(length)))
    return VisibleText(cut).description
  }
}

extension WireRecord.Hello {
  /// Returns it as a hub sends it to viewers.
  func called(_ label: String) -> WireRecord.Hello {
    var hello = self
    hello.label = label == ProgramNames.plain(self) ? nil : label
    return hello
  }
}
