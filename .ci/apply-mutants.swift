// Puts broken lines behind switches: swift -swift-version 6 .ci/apply-mutants.swift COPY TARGET… <ENTRIES
//
// Of the entries on standard input, as in .ci/mutants, the copy of the package in COPY gets each, all side by side:
// `BROKEN` becomes a call that says whether the environment's BROKEN_LINE is the entry's number, counted from 1.
// A module BrokenLines, which is added to the copy, has that function. With names of targets, the copy has these only,
// and what they depend on. Says which entries no longer apply, and which stand in each other's way, and fails then.

import Foundation

struct Entry {
  var file = ""
  var before = ""
  var after = ""
}

/// `\n` is a new line, `\\` a backslash.
func unescaped(_ text: Substring) -> String {
  var result = ""
  var rest = text
  while let character = rest.popFirst() {
    if character == "\\", let next = rest.first, next == "n" || next == "\\" {
      rest.removeFirst()
      result.append(next == "n" ? "\n" : "\\")
    } else {
      result.append(character)
    }
  }
  return result
}

let arguments = CommandLine.arguments.dropFirst()
guard let copy = arguments.first else {
  print("usage: swift -swift-version 6 .ci/apply-mutants.swift COPY TARGET… <ENTRIES")
  exit(64)
}

var entries: [Entry] = []
while let line = readLine() {
  if line.hasPrefix("in ") { entries.append(Entry(file: String(line.dropFirst(3)))) }
  if line.hasPrefix("- ") { entries[entries.count - 1].before = unescaped(line.dropFirst(2)) }
  if line.hasPrefix("+ ") { entries[entries.count - 1].after = unescaped(line.dropFirst(2)) }
}

var failed = false
for (file, places) in Dictionary(grouping: entries.indices, by: { entries[$0].file }) {
  let path = "\(copy)/\(file)"
  guard let original = try? String(contentsOfFile: path, encoding: .utf8) else {
    print("There is no \(file): bring .ci/mutants up to date.")
    failed = true
    continue
  }
  var text = original
  // A part of a line after the lines that have it.
  for place in places.sorted(by: { entries[$0].before.count > entries[$1].before.count }) {
    let entry = entries[place]
    let count = original.components(separatedBy: entry.before).count - 1
    guard count == 1, text.components(separatedBy: entry.before).count == 2,
      let range = text.range(of: entry.before)
    else {
      let what = count == 1 ? "is part of another broken line" : "stands \(count) times, not once,"
      print("\(file): this \(what): bring .ci/mutants up to date.\n\(entry.before)")
      failed = true
      continue
    }
    let call = "isLineBroken(\(place + 1))"
    text.replaceSubrange(range, with: entry.after.replacingOccurrences(of: "BROKEN", with: call))
  }
  // Public, for what is inlined into other modules.
  try ("public import BrokenLines\n" + text).write(toFile: path, atomically: true, encoding: .utf8)
}
if failed { exit(1) }

let module = "\(copy)/Sources/BrokenLines"
try FileManager.default.createDirectory(atPath: "\(module)/include", withIntermediateDirectories: true)
try """
#include <stdbool.h>
bool isLineBroken(int line);

""".write(toFile: "\(module)/include/BrokenLines.h", atomically: true, encoding: .utf8)
// Which lines were reached is written where another process can read it, however this one ends.
try """
#include "BrokenLines.h"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static int brokenLine;
static unsigned char *reached;
static const int most = 65536;

__attribute__((constructor)) static void readBrokenLine(void) {
  const char *line = getenv("BROKEN_LINE");
  if (line) brokenLine = atoi(line);
  const char *path = getenv("REACHED_LINES");
  if (!path) return;
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0 || ftruncate(file, most) != 0) return;
  void *bytes = mmap(0, most, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (bytes != MAP_FAILED) reached = bytes;
  close(file);
}

bool isLineBroken(int line) {
  if (reached) reached[line] = 1;
  return line == brokenLine;
}

""".write(toFile: "\(module)/BrokenLines.c", atomically: true, encoding: .utf8)

let kept = arguments.dropFirst()
let manifest = "\(copy)/Package.swift"
try
  (String(contentsOfFile: manifest, encoding: .utf8) + """

  package.products = []
  for target in package.targets { target.dependencies.append("BrokenLines") }
  package.targets.append(.target(name: "BrokenLines"))
  do {
    var kept: Set<String> = [\(kept.map { "\"\($0)\"" }.joined(separator: ", "))]
    if kept.isEmpty { kept = Set(package.targets.map(\\.name)) }
    var count = 0
    while count != kept.count {
      count = kept.count
      for target in package.targets where kept.contains(target.name) {
        for dependency in target.dependencies {
          if case .byNameItem(let name, _) = dependency { kept.insert(name) }
        }
      }
    }
    package.targets.removeAll { !kept.contains($0.name) }
  }

  """).write(toFile: manifest, atomically: true, encoding: .utf8)
