import SluiceWire

/// Gives each connected program a short name that no other has at the time.
///
/// The program's own name if it is free, else with its store, its process or its instance. A
/// program that comes back gets the name it had, and it is known how far it was heard before.
struct ProgramNames {
  /// Characters of a program's own name that are shown.
  private static let longest = 24
  /// Programs that went, remembered for their return.
  private static let mostRemembered = 256

  private struct Memory {
    let instance: String
    let label: String
    var heard: Int?
  }

  private var taken: Set<String> = []
  private var instances: Set<String> = []
  private var remembered: [Memory] = []

  /// What is known of a program that has just said hello.
  ///
  /// Of two that claim to be the same instance, the later one goes under another, so that viewers
  /// can tell them apart.
  mutating func take(_ hello: WireRecord.Hello) -> WatchedProgram {
    let heard = remembered.first { $0.instance == hello.instance }?.heard
    let label = take(for: hello)
    var hello = hello
    var number = 2
    let claimed = hello.instance
    while !instances.insert(hello.instance).inserted {
      hello.instance = "\(claimed)~\(number)"
      number += 1
    }
    return WatchedProgram(
      label: label,
      hello: hello,
      heard: hello.instance == claimed ? heard : nil
    )
  }

  mutating func take(for hello: WireRecord.Hello) -> String {
    let label = free(for: hello)
    taken.insert(label)
    remembered.removeAll { $0.instance == hello.instance }
    if remembered.count >= Self.mostRemembered { remembered.removeFirst() }
    remembered.append(Memory(instance: hello.instance, label: label))
    return label
  }

  mutating func release(_ program: WatchedProgram) {
    release(program.label)
    instances.remove(program.hello.instance)
    if let place = remembered.firstIndex(where: { $0.instance == program.hello.instance }) {
      remembered[place].heard = program.lastNumber
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
    // Somebody who claims to be another: numbered, so that they are told apart all the same.
    var number = 2
    while taken.contains("\(name)~\(number)") { number += 1 }
    return "\(name)~\(number)"
  }

  private static func short(_ text: String, otherwise: String) -> String {
    let visible = short(text, longest)
    return visible.isEmpty ? otherwise : visible
  }

  private static func short(_ text: String, _ length: Int) -> String {
    // Scalars, because one character may be any number of them.
    let cut = String(String.UnicodeScalarView(text.unicodeScalars.prefix(length)))
    return VisibleText(cut).description
  }
}
