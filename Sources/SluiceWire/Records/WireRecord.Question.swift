extension WireRecord {
  /// Asks a hub about the past of a program that it holds; answered by an ``Answer``, or by an `error`.
  ///
  /// Optional: a hub that answers lists it in its `welcome`.
  package struct Question: FieldedRecord {
    /// How an answer is laid out for people.
    package struct Layout: Hashable, Sendable {
      /// The columns of the terminal; `nil` where nothing limits a line.
      package var columns: Int?
      /// Whether lines have the escape sequences of colours.
      package var isColored: Bool
      /// Whether nothing is cut.
      package var isFull: Bool
      /// Whether numbers are drawn as a chart.
      package var isPlotted: Bool

      package init(columns: Int?, isColored: Bool, isFull: Bool, isPlotted: Bool) {
        self.columns = columns
        self.isColored = isColored
        self.isFull = isFull
        self.isPlotted = isPlotted
      }
    }

    /// In bytes; messages repeat what was asked.
    static let longestText = 1 << 16

    /// The sender's number for this command, for the reply.
    package var request: Int
    /// The name of the program, or what the log calls it; `nil` for the only one.
    package var app: String?
    package var store: String?
    /// The command of `sluice-explorer` that asks the same of a file.
    package var ask: String
    package var path: String?
    /// The commit that it is about; `nil` for the last one.
    package var at: Int?
    /// The commits that are compared.
    package var from: Int?
    package var to: Int?
    /// For lines of text; `nil` for objects.
    package var layout: Layout?

    package init(
      request: Int,
      app: String? = nil,
      store: String? = nil,
      ask: String,
      path: String? = nil,
      at: Int? = nil,
      from: Int? = nil,
      to: Int? = nil,
      layout: Layout? = nil
    ) {
      self.request = request
      self.app = app
      self.store = store
      self.ask = ask
      self.path = path
      self.at = at
      self.from = from
      self.to = to
      self.layout = layout
    }

    static var blank: Self { Self(request: 0, ask: "") }

    mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("request", &request)
      try coder.field("app", &app, Self.text)
      try coder.field("store", &store, Self.text)
      try coder.field("ask", &ask)
      try coder.field("path", &path, Self.text)
      try coder.field("at", &at)
      try coder.field("from", &from)
      try coder.field("to", &to)
      var isText = layout != nil
      try coder.field("text", &isText, absentIf: false)
      guard isText else { return }
      var layout =
        layout ?? Layout(columns: nil, isColored: false, isFull: false, isPlotted: false)
      try coder.field("columns", &layout.columns, Self.columns)
      try coder.field("color", &layout.isColored, absentIf: false)
      try coder.field("full", &layout.isFull, absentIf: false)
      try coder.field("plot", &layout.isPlotted, absentIf: false)
      self.layout = layout
    }

    private static func text(_ reader: RecordReader, _ key: String) throws(WireError) -> String? {
      try reader.string(key, atMost: longestText)
    }

    private static func columns(_ reader: RecordReader, _ key: String) throws(WireError) -> Int? {
      try reader.integer(key, in: 1...10_000).map { Int($0) }
    }
  }
}
