extension WireRecord {
  /// Asks a hub about the past of a program that it holds; answered by an ``Answer``, or by an `error`.
  ///
  /// Optional: a hub that answers lists it in its `welcome`.
  package struct Question: WireRecordContent {
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

    init(from reader: RecordReader) throws(WireError) {
      request = try reader.number("request")
      app = try reader.optionalString("app", atMost: Self.longestText)
      store = try reader.optionalString("store", atMost: Self.longestText)
      ask = try reader.string("ask")
      path = try reader.optionalString("path", atMost: Self.longestText)
      at = try reader.optionalNumber("at")
      from = try reader.optionalNumber("from")
      to = try reader.optionalNumber("to")
      guard try reader.optionalBool("text") ?? false else { return }
      layout = Layout(
        columns: try reader.optionalNumber("columns", in: 1...10_000),
        isColored: try reader.optionalBool("color") ?? false,
        isFull: try reader.optionalBool("full") ?? false,
        isPlotted: try reader.optionalBool("plot") ?? false
      )
    }

    func write(to writer: inout RecordWriter) {
      writer.write("request", request)
      writer.write(ifPresent: app, "app")
      writer.write(ifPresent: store, "store")
      writer.write("ask", ask)
      writer.write(ifPresent: path, "path")
      writer.write(ifPresent: at, "at")
      writer.write(ifPresent: from, "from")
      writer.write(ifPresent: to, "to")
      guard let layout else { return }
      writer.write("text", true)
      writer.write(ifPresent: layout.columns, "columns")
      if layout.isColored { writer.write("color", true) }
      if layout.isFull { writer.write("full", true) }
      if layout.isPlotted { writer.write("plot", true) }
    }
  }
}
