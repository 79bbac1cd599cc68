extension TreeChange: CustomStringConvertible {
  package var description: String { line() }

  /// Returns the change on one line, as `~ todos[2].done: false → true`.
  ///
  /// The new value may use what the old one leaves of its half of the line.
  ///
  /// - Parameter limit: The maximum number of Unicode scalars.
  package func line(limit: Int = 160) -> String {
    var writer = LineWriter(limit: limit)
    writer.write(kind.mark)
    writer.write(" ")
    switch self {
    case .add(_, let new, _):
      writer.write(label: path)
      writer.write(new)
    case .remove(_, .some(let old)):
      writer.write(label: path)
      writer.write(old)
    case .remove(_, nil):
      writer.write(path.description)
    case .set(_, let old, let new):
      writer.write(label: path)
      writer.write(old?.summary(limit: max(8, (writer.room - 3) / 2)) ?? "…")
      writer.write(" → ")
      writer.write(new)
    case .move(_, let target):
      writer.write(path.description)
      writer.write(" → ")
      writer.write(destination(target))
    }
    return writer.text
  }

  private func destination(_ target: Int) -> String {
    guard case .index = path.steps.last, let parent = path.parent else { return "place \(target)" }
    return parent.appending(.index(target)).description
  }
}

extension LineWriter {
  /// Writes a path and a colon; nothing for the root, whose values need no label.
  fileprivate mutating func write(label path: TreePath) {
    guard !path.isRoot else { return }
    write(path.description)
    write(": ")
  }
}
