// Counts functions in symbol graphs: surface.swift FOLDER [--list]
// Called by .ci/surface.
import Foundation

/// What is counted together, and how many of it there may be.
struct Limit {
  let title: String
  let most: Int
  let includes: (Function) -> Bool

  init(_ title: String, _ most: Int, _ includes: @escaping (Function) -> Bool) {
    (self.title, self.most, self.includes) = (title, most, includes)
  }

  /// All functions of a name, whichever type they are members of.
  static func name(_ name: String, _ most: Int) -> Limit { Limit(name, most) { $0.name == name } }
}

// The number behind some is where they are to come.
let limits: [Limit] = [
  .name("lift", 6),
  .name("on", 4),
  Limit("map of effects", 2) { $0.isOfEffects && ["map", "flatMap"].contains($0.name) },
  .name("select", 8),
  .name("with", 10),
  .name("projection", 4),
  .name("register", 10),
  Limit("Feedback.init", 8) { $0.owner == "Feedback" && $0.name == "init" },  // 5
  Limit("all", 300) { _ in true },
]

/// A function, an initializer, a subscript or an operator.
struct Function {
  /// The type that has it; empty for a global one.
  let owner: String
  let name: String
  let declaration: String

  var isOfEffects: Bool { owner == "Trigger" || owner == "Effect" || owner.hasSuffix("Effect") }
}

/// What is read of a symbol graph; its files have no other form.
struct Graph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct ID: Decodable { let precise: String }
    struct Fragment: Decodable { let spelling: String }

    let kind: Kind
    let identifier: ID
    let pathComponents: [String]
    let declarationFragments: [Fragment]?
  }
  struct Relationship: Decodable {
    let kind: String
    let source: String
  }

  let symbols: [Symbol]
  let relationships: [Relationship]
}

let kinds: Set = [
  "swift.func", "swift.func.op", "swift.method", "swift.type.method", "swift.init",
  "swift.subscript", "swift.type.subscript",
]
let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
let graphs = try files.map {
  try JSONDecoder().decode(Graph.self, from: Data(contentsOf: folder.appendingPathComponent($0)))
}
let overrides = Set(
  graphs.flatMap(\.relationships).filter { $0.kind == "overrides" }.map(\.source)
)
/// Whether a function is there for a protocol of the standard library, which every reader knows.
func isStandard(_ symbol: Graph.Symbol) -> Bool {
  let path = symbol.pathComponents
  return [
    "==(_:_:)", "hash(into:)", "encode(to:)", "init(from:)", "init(rawValue:)", "write(to:)",
    "init(arrayLiteral:)", "init(integerLiteral:)", "makeIterator()", "makeAsyncIterator()",
  ].contains(path.last) || path.dropLast().last == "Iterator"
}
let defaults = Set(
  graphs.flatMap(\.relationships).filter { $0.kind == "defaultImplementationOf" }.map(\.source)
)
var functions: [String: Function] = [:]
for symbol in graphs.flatMap(\.symbols) {
  let path = symbol.pathComponents
  let name = String(path.last?.prefix { $0 != "(" } ?? "")
  // What begins with an underscore is public for the compiler only.
  guard kinds.contains(symbol.kind.identifier), !overrides.contains(symbol.identifier.precise),
    !defaults.contains(symbol.identifier.precise), !isStandard(symbol),
    !path.contains(where: { $0.hasPrefix("_") })
  else { continue }
  functions[symbol.identifier.precise] = Function(
    owner: path.dropLast().last ?? "",
    name: name,
    declaration: path.dropLast().map { $0 + ": " }.joined()
      + (symbol.declarationFragments ?? []).map(\.spelling).joined()
  )
}

let counts = limits.map { limit in (limit, functions.values.filter(limit.includes)) }
if CommandLine.arguments.contains("--list") {
  print(functions.values.map(\.declaration).sorted().joined(separator: "\n"))
}
print(counts.map { "\($0.title) \($1.count) of \($0.most)" }.joined(separator: ", "))
let excesses = counts.filter { $1.count > $0.most }
for (limit, found) in excesses {
  print("\(limit.title): there are \(found.count), and there may be \(limit.most).")
  // All of them would say nothing.
  if found.count < 100 { print(found.map { "  " + $0.declaration }.sorted().joined(separator: "\n")) }
}
// An empty graph would pass.
exit(excesses.isEmpty && functions.count > 100 ? 0 : 1)
