// Writes the Swift blocks of the README and of the documentation's pages into packages: swift .ci/pages.swift FOLDER
//
// - A block that begins with `// Name.swift` stands in that file; one that doesn't goes on with the file of the block
//   before. One that begins with `// swift-tools-version` makes a package of its page.
// - `main.swift` is run if it says `// prints …`, and must print that; what ends in `Tests.swift` is run by `swift test`.
// - Files that import SwiftUI or Combine are compiled elsewhere, with stand-ins.
// - Each line of a table of what “you write” is compiled, too.
// - `// Explorer/…/Name.swift` and `// Tests/TodoTests/Name.swift` quote files of this project, which must contain
//   the block.
//
// Each page is two targets, of which one has the default isolation `MainActor`.
// The tests of the other run in many orders of what may happen.

import Foundation

struct Block {
  let line: Int
  var text: String
}

struct Complaint: Error, CustomStringConvertible { let description: String }

/// The files that a page's blocks make, in their order.
struct Page {
  let name: String
  let path: String
  var files: [(path: String, blocks: [Block])] = []

  init(at path: String) throws {
    let file = String(path.split(separator: "/").last!.dropLast(3))
    // The first page of a module is no module of that name.
    name = path.contains("/\(file).docc/") ? "\(file)Page" : file
    self.path = path
    let lines = try String(contentsOfFile: path, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    var start: Int?
    var isInTable = false
    for (index, line) in lines.enumerated() {
      if let first = start, line == "```" {
        try add(Block(line: first + 1, text: lines[first..<index].joined(separator: "\n")))
        start = nil
      } else if line.hasPrefix("```swift") {
        start = index + 1
      } else if start == nil, line.contains("```swift") {
        throw Complaint(description: "\(path):\(index + 1): A block begins at the start of a line.")
      }
      isInTable = line == "| you wrote | you write |" || isInTable && line.hasPrefix("|")
      if isInTable { addLine(String(line), number: index + 1) }
    }
  }

  /// Adds a line of a table, as a function.
  private mutating func addLine(_ line: String, number: Int) {
    guard line.hasSuffix("` |"), let start = line.range(of: " | `", options: .backwards) else { return }
    let code = line[start.upperBound...].dropLast(3).replacing("\\|", with: "|")
    let statement = code.hasPrefix("let ") ? code : "use(\(code))"
    let text = "@MainActor private func line\(number)() async throws { \(statement) }"
    if files.first?.path != "Table.swift" {
      let imports = ["Sluice", "SluiceMonitor", "SluiceTesting"].map { "import \($0)\n" }.joined()
      let use = "private func use<Value>(_ value: Value) {}"
      files.insert(("Table.swift", [Block(line: number, text: imports + use)]), at: 0)
    }
    files[0].blocks.append(Block(line: number, text: text))
  }

  private mutating func add(_ block: Block) throws {
    guard let file = Self.file(of: block.text) ?? files.last(where: { $0.path != "Table.swift" })?.path
    else {
      throw Complaint(
        description: "\(path):\(block.line): The page's first block begins with “// Name.swift”, its file."
      )
    }
    let index = files.firstIndex { $0.path == file }
    if let index {
      files.append(files.remove(at: index))
    } else {
      files.append((file, []))
    }
    files[files.count - 1].blocks.append(block)
  }

  private static func file(of text: String) -> String? {
    let first = text.prefix { $0 != "\n" }
    if first.hasPrefix("// swift-tools-version") { return "Package.swift" }
    guard first.hasPrefix("// "), first.hasSuffix(".swift"), !first.dropFirst(3).contains(" ")
    else { return nil }
    return String(first.dropFirst(3))
  }

  /// The file's text, whose errors are reported at the page's lines.
  func text(of blocks: [Block]) -> String {
    let location = "\(FileManager.default.currentDirectoryPath)/\(path)"
    return blocks.map { block in
      "#sourceLocation(file: \"\(location)\", line: \(block.line))\n\(block.text)\n"
    }.joined()
  }

  var isPackage: Bool { files.contains { $0.path == "Package.swift" } }

  /// What `main.swift` says that it prints.
  var printed: [String] {
    files.filter { $0.path.hasSuffix("main.swift") }.flatMap(\.blocks)
      .flatMap { $0.text.split(separator: "\n") }
      .compactMap { line in line.range(of: "// prints ").map { String(line[$0.upperBound...]) } }
  }
}

enum Kind { case main, tests, apple, quoted, shared }

func kind(of file: (path: String, blocks: [Block])) -> Kind {
  if file.path.hasPrefix("Explorer/") || file.path.hasPrefix("Tests/TodoTests/") { return .quoted }
  let modules = ["SwiftUI", "Combine", "SluiceSwiftUI", "SluiceCombine"]
  let lines = file.blocks.flatMap { $0.text.split(separator: "\n") }
  if modules.contains(where: { lines.contains("import \($0)") }) { return .apple }
  return file.path == "main.swift" ? .main : file.path.hasSuffix("Tests.swift") ? .tests : .shared
}

func write(_ text: String, to path: String) throws {
  let url = URL(filePath: path)
  try FileManager.default.createDirectory(
    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
  // What is as it was isn't compiled again.
  if let old = try? String(contentsOf: url, encoding: .utf8), old == text { return }
  try text.write(to: url, atomically: true, encoding: .utf8)
}

/// A block of a file of this project, whose indentation may differ.
func checkQuoted(_ page: Page, _ file: (path: String, blocks: [Block])) throws {
  func bare(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }
  let source = bare(try String(contentsOfFile: file.path, encoding: .utf8))
  for block in file.blocks {
    let quoted = bare(block.text.hasPrefix("// ") ? String(block.text.drop { $0 != "\n" }) : block.text)
    if !source.contains(quoted) {
      throw Complaint(description: "\(page.path):\(block.line): \(file.path) does not contain this.")
    }
  }
}

/// A default isolation.
struct Mode {
  let name: String
  let settings: String

  /// The name of a page's target.
  func target(of page: Page) -> String { name == "Nonisolated" ? page.name : "\(page.name)_\(name)" }
}

/// Tests that run in many orders of what may happen, if they are of stores.
func inOrders(_ text: String) -> String {
  guard text.contains("import SluiceTesting"), !text.contains("import SluiceOrders") else { return text }
  var isTest = false
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    if let head = line.prefixMatch(of: #/@Test func \w+\(\)/#)?.output, line.hasSuffix(" {") {
      isTest = true
      return "\(head) async throws { try await everyOrder(atMost: 50, within: .seconds(600)) {"
    }
    guard isTest, line == "}" else { return String(line) }
    isTest = false
    return "} }"
  }
  return "import SluiceOrders\n" + lines.joined(separator: "\n")
}

/// The package of all pages, each in all modes.
func writePackage(of pages: [Page], in modes: [Mode], to folder: String) throws {
  let products = [
    "Sluice", "SluiceCore", "SluiceHistory", "SluiceMonitor", "SluiceOrders", "SluiceStorage", "SluiceTesting",
  ]
    .map { ".product(name: \"\($0)\", package: \"sluice\")" }.joined(separator: ", ")
  var targets: [String] = []
  for mode in modes {
    for page in pages {
      let kinds = Set(page.files.map(kind))
      let target = mode.target(of: page)
      func add(_ name: String, _ type: String, _ parent: String, _ included: Set<Kind>) throws {
        for file in page.files where included.contains(kind(of: file)) {
          var text = page.text(of: file.blocks)
          if kind(of: file) == .tests, mode.name == "Nonisolated" { text = inOrders(text) }
          try write(text, to: "\(folder)/\(parent)/\(name)/\(file.path)")
        }
        let path = "path: \"\(parent)/\(name)\""
        let settings = "swiftSettings: [\(mode.settings)]"
        targets.append(".\(type)(name: \"\(name)\", dependencies: all, \(path), \(settings)),")
      }
      if kinds.contains(.main) { try add(target, "executableTarget", "Sources", [.main, .shared]) }
      if kinds.contains(.tests) { try add("\(target)Tests", "testTarget", "Tests", [.tests, .shared]) }
      if kinds == [.shared] { try add(target, "target", "Sources", [.shared]) }
      if !page.printed.isEmpty {
        try write(page.printed.joined(separator: "\n") + "\n", to: "\(folder)/Printed/\(target)")
      }
    }
  }
  let manifest = """
    // swift-tools-version: 6.3
    import PackageDescription

    let all: [Target.Dependency] = [\(products)]
    let package = Package(
      name: "Pages",
      platforms: [.macOS(.v15)],
      dependencies: [.package(name: "sluice", path: "\(FileManager.default.currentDirectoryPath)")],
      targets: [
        \(targets.joined(separator: "\n    "))
      ],
      swiftLanguageModes: [.v6]
    )

    """
  try write(manifest, to: "\(folder)/Package.swift")
}

/// A page that is a package, as a reader makes it; only where Sluice comes from is another place.
func writePackage(of page: Page, _ mode: Mode, to folder: String) throws {
  for file in page.files {
    var text = page.text(of: file.blocks)
    if file.path == "Package.swift" {
      text = file.blocks.map(\.text).joined(separator: "\n")
      let place = ".package(name: \"sluice\", path: \"\(FileManager.default.currentDirectoryPath)\")"
      let written = text
      text.replace(#/\.package\(url: ".*/sluice\.git", branch: "main"\)/#, with: place)
      if text == written {
        throw Complaint(description: "\(page.path): Package.swift names no “…/sluice.git”.")
      }
      text += "\nfor target in package.targets { target.swiftSettings = [\(mode.settings)] }\n"
    }
    try write(text, to: "\(folder)/\(file.path)")
  }
}

/// What needs stand-ins, with the page's other files.
func writeApple(_ page: Page, to folder: String) throws {
  for file in page.files where [.apple, .shared].contains(kind(of: file)) {
    try write(page.text(of: file.blocks), to: "\(folder)/\(page.name)/\(file.path)")
  }
}

guard CommandLine.arguments.count >= 2 else {
  print("usage: swift .ci/pages.swift FOLDER [PAGE…]")
  exit(64)
}
let folder = CommandLine.arguments[1]
do {
  let catalogs = ["Sluice", "SluiceHistory", "SluiceMonitor", "SluiceOrders", "SluiceStorage", "SluiceTesting"]
    .map { "Sources/\($0)/\($0).docc" }
  let paths = try ["README.md"]
    + catalogs.flatMap { catalog in
      try FileManager.default.contentsOfDirectory(atPath: catalog)
        .filter { $0.hasSuffix(".md") }.sorted().map { "\(catalog)/\($0)" }
    }
  let chosen = CommandLine.arguments.dropFirst(2)
  let pages = try paths.filter { path in
    chosen.isEmpty || chosen.contains { path.hasSuffix("\($0).md") }
  }.map { try Page(at: $0) }.filter { !$0.files.isEmpty }
  for page in pages {
    for file in page.files where kind(of: file) == .quoted { try checkQuoted(page, file) }
  }
  let modes = [
    Mode(name: "Nonisolated", settings: ""),
    Mode(name: "MainActor", settings: ".defaultIsolation(MainActor.self)"),
  ]
  try writePackage(of: pages.filter { !$0.isPackage }, in: modes, to: "\(folder)/Pages")
  for page in pages where page.isPackage {
    for mode in modes { try writePackage(of: page, mode, to: "\(folder)/\(page.name)-\(mode.name)") }
  }
  for page in pages where page.files.contains(where: { kind(of: $0) == .apple }) {
    try writeApple(page, to: "\(folder)/Apple")
  }
} catch {
  print("\(error)")
  exit(1)
}
