package import SluiceTree

extension WireRecord {
  /// The origin of an action.
  package struct Origin: FieldedRecord {
    package var file: String
    package var line: Int
    package var function: String
    /// The dispatcher's note.
    package var info: String?
    /// What the action takes along of its dispatcher's task, each value as text by its name.
    package var carried: Tree?

    package init(
      file: String,
      line: Int,
      function: String,
      info: String? = nil,
      carried: Tree? = nil
    ) {
      self.carried = carried
      self.file = file
      self.line = line
      self.function = function
      self.info = info
    }

    static var blank: Self { Self(file: "", line: 0, function: "") }

    mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("file", &file)
      try coder.field("line", &line)
      try coder.field("function", &function)
      try coder.field("info", &info)
      try coder.field("carried", &carried)
    }
  }
}
