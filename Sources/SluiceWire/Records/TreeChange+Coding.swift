import SluiceTree

extension TreeChange: FieldedRecord {
  static var blank: Self { .remove(TreePath([]), old: nil) }

  mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
    var (kind, path, old, new) = (kind, path, old, new ?? .null)
    try coder.field("kind", &kind)
    try coder.field("path", &path)
    switch kind {
    case .add:
      var position: Int? = if case .add(_, _, let position) = self { position } else { nil }
      try coder.field("position", &position)
      try coder.field("new", &new)
      self = .add(path, new, position: position)
    case .remove:
      try coder.field("old", &old)
      self = .remove(path, old: old)
    case .set:
      try coder.field("old", &old)
      try coder.field("new", &new)
      self = .set(path, old: old, new: new)
    case .move:
      var target = if case .move(_, let target) = self { target } else { 0 }
      try coder.field("to", &target)
      self = .move(path, to: target)
    }
  }
}

extension TreeChange.Kind: FieldValue {}
