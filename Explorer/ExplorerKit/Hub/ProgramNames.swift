import ExplorerTerminal
import SluiceWire

/// Gives each connected program a short name that no other has at the time.
///
/// The program's own name if it is free, otherwise with its store, its process or its instance. A
/// program that reconnects gets its former name, and its last received commit is known.
struct ProgramNames {
  /// The maximum length of a program's own name.
  private static let maximumLength = 24
  /// The maximum number of disconnected programs to remember.
  private static let maximumRemembered = 256

  private struct Memory {
    let instance: String
    let label: String
    var lastReceived: Int?
  }

  private var taken: Set<String> = []
  private var instances: Set<String> = []
  private var remembered: [Memory] = []

  /// Registers a program that has sent `hello`.
  ///
  /// If another connected program has the same instance, the later one is renamed, so that viewers
  /// can distinguish them.
  mutating func take(_ hello: WireRecord.Hello) -> WatchedProgram {
    var hello = hello
    var number = 2
    let claimed = hello.instance
    while !instances.insert(hello.instance).inserted {
      hello.instance = "\(claimed)~\(number)"
      number += 1
    }
    // By the new name, as viewers do, who know no other.
    let lastReceived = remembered.first { $0.instance == hello.instance }?.lastReceived
    return WatchedProgram(label: take(for: hello), hello: hello, lastReceived: lastReceived)
  }

  mutating func take(for hello: WireRecord.Hello) -> String {
    let label = free(for: hello)
    taken.insert(label)
    remembered.removeAll { $0.instance == hello.instance }
    if remembered.count >= Self.maximumRemembered { remembered.removeFirst() }
    remembered.append(Memory(instance: hello.instance, label: label))
    return label
  }

  mutating func release(_ program: WatchedProgram) {
    release(program.label)
    instances.remove(program.hello.instance)
    if let place = remembered.firstIndex(where: { $0.instance == program.hello.instance }) {
      remembered[place].lastReceived = program.lastNumber
    }
  }

  mutating func release(_ label: String) {
    taken.remove(label)
  }

  private func free(for hello: WireRecord.Hello) -> String {
    let before = remembered.first { $0.instance == hello.instance }?.label
    if let before, !taken.contains(before) { return before }
    let name = Self.short(hello.name, otherwise: "unnamed")
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
