/// The cells of a screen, each with a character and a style.
///
/// Drawing is pure: a value is filled, then a ``FrameWriter`` turns the difference to the value before
/// it into bytes. Whatever is drawn outside is ignored, so that no caller needs to check a size.
///
/// Nothing that is written acts on a terminal: control and bidirectional characters, and everything
/// else that ``VisibleText`` escapes, are drawn as their escapes.
///
///     var grid = Grid(size: GridSize(columns: 80, rows: 24))
///     let end = grid.write("commit ", row: 0, column: 0)
///     grid.write("1,204", row: 0, column: end, limit: 20, style: CellStyle(bold: true))
package struct Grid: Sendable {
  /// One column of a row, in eight bytes.
  struct Cell: Equatable {
    /// Set for content that is an index of ``Grid/clusters`` rather than a scalar.
    static let clusterBit: UInt32 = 1 << 31

    static let blank = Cell(content: 0x20, style: .plain, width: 1)

    /// A scalar's value, or ``clusterBit`` and an index.
    var content: UInt32
    var style: CellStyle
    /// The columns of the character; zero for those that a wide one takes beside its first.
    var width: UInt8

    var isCluster: Bool { content & Self.clusterBit != 0 }
  }

  /// A character of several scalars.
  struct Cluster {
    let text: String
    /// Of the scalars as they are: comparing texts would compare their canonical forms.
    let hash: UInt64

    init(_ text: String) {
      self.text = text
      hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    func isSame(as other: Cluster) -> Bool {
      hash == other.hash && text.utf8.elementsEqual(other.text.utf8)
    }
  }

  package let size: GridSize

  /// Where the terminal shows its cursor; `nil` hides it.
  ///
  /// Set it where text is being entered: input methods open their windows there.
  package var cursor: GridPosition?

  /// Row by row.
  private(set) var cells: [Cell]
  /// The characters of several scalars.
  private(set) var clusters: [Cluster] = []
  /// By hash, or a number that follows on it where hashes are the same.
  private var clusterIndices: [UInt64: UInt32] = [:]

  /// Creates an empty grid.
  package init(size: GridSize) {
    self.size = size
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  /// Writes what fits between `column` and `limit`, over what stood there.
  ///
  /// Never writes half a wide character, and a half that is left of one that stood there becomes blank.
  ///
  /// - Parameter limit: The first column that isn't written to; `nil` for the end of the row.
  /// - Returns: The column after the last one written.
  @discardableResult
  package mutating func write(
    _ text: some StringProtocol,
    row: Int,
    column: Int,
    limit: Int? = nil,
    style: CellStyle = .plain
  ) -> Int {
    write(String(text), row: row, column: column, limit: limit, style: style)
  }

  /// Writes what fits between `column` and `limit`, over what stood there.
  ///
  /// Never writes half a wide character, and a half that is left of one that stood there becomes blank.
  ///
  /// - Parameter limit: The first column that isn't written to; `nil` for the end of the row.
  /// - Returns: The column after the last one written.
  @discardableResult
  package mutating func write(
    _ text: String,
    row: Int,
    column: Int,
    limit: Int? = nil,
    style: CellStyle = .plain
  ) -> Int {
    guard 0..<size.rows ~= row else { return column }
    let end = min(limit ?? size.columns, size.columns)
    guard column < end else { return column }
    // Almost all text, and quickly written.
    if column >= 0, text.isHarmless(upTo: end - column) {
      return write(ascii: text, row: row, column: column, end: end, style: style)
    }
    var column = column
    for character in DrawnCharacters(text) {
      guard column + character.width <= end else { break }
      if column >= 0 { put(character, row: row, column: column, style: style) }
      column += character.width
    }
    return column
  }

  /// Blanks cells, and gives them a style.
  package mutating func fill(rows: Range<Int>, columns: Range<Int>, style: CellStyle = .plain) {
    let columns = columns.clamped(to: 0..<size.columns)
    guard !columns.isEmpty else { return }
    for row in rows.clamped(to: 0..<size.rows) {
      separate(row: row, column: columns.lowerBound)
      separate(row: row, column: columns.upperBound)
      let start = row * size.columns
      for column in columns {
        cells[start + column] = Cell(content: Cell.blank.content, style: style, width: 1)
      }
    }
  }

  /// Returns the character of a cell; the empty string for a column that a wide one covers.
  package func character(row: Int, column: Int) -> String {
    text(of: self[row, column])
  }

  package func style(row: Int, column: Int) -> CellStyle {
    self[row, column].style
  }

  subscript(_ row: Int, _ column: Int) -> Cell {
    precondition(0..<size.rows ~= row && 0..<size.columns ~= column)
    return cells[row * size.columns + column]
  }

  func text(of cell: Cell) -> String {
    if cell.width == 0 { return "" }
    if cell.isCluster { return cluster(of: cell).text }
    return Unicode.Scalar(cell.content).map { String($0) } ?? ""
  }

  private func cluster(of cell: Cell) -> Cluster {
    clusters[Int(cell.content ^ Cell.clusterBit)]
  }

  /// - Parameter text: Printable ASCII, as far as there is room.
  private mutating func write(
    ascii text: String,
    row: Int,
    column: Int,
    end: Int,
    style: CellStyle
  ) -> Int {
    guard !text.isEmpty else { return column }
    separate(row: row, column: column)
    var place = row * size.columns + column
    let endPlace = place + end - column
    for byte in text.utf8 {
      guard place < endPlace else { break }
      // A wide character that isn't covered whole; what is covered needs no blank.
      if cells[place].width != 1 { separate(row: row, column: place + 1 - row * size.columns) }
      cells[place] = Cell(content: UInt32(byte), style: style, width: 1)
      place += 1
    }
    return place - row * size.columns
  }

  private mutating func put(
    _ character: DrawnCharacter,
    row: Int,
    column: Int,
    style: CellStyle
  ) {
    let width = character.width
    separate(row: row, column: column)
    separate(row: row, column: column + width)
    let content =
      character.cluster.map { index(of: $0) | Cell.clusterBit } ?? character.scalar.value
    let start = row * size.columns + column
    cells[start] = Cell(content: content, style: style, width: UInt8(clamping: width))
    for place in start + 1..<start + width {
      cells[place] = Cell(content: 0, style: style, width: 0)
    }
  }

  /// Blanks a wide character that stands on both sides of a column's left edge.
  private mutating func separate(row: Int, column: Int) {
    guard column < size.columns else { return }
    let start = row * size.columns
    guard cells[start + column].width == 0 else { return }
    var first = column
    while cells[start + first].width == 0 { first -= 1 }
    for place in first..<first + Int(cells[start + first].width) {
      let style = cells[start + place].style
      cells[start + place] = Cell(content: Cell.blank.content, style: style, width: 1)
    }
  }

  private mutating func index(of text: String) -> UInt32 {
    let cluster = Cluster(text)
    var key = cluster.hash
    while let index = clusterIndices[key] {
      if clusters[Int(index)].isSame(as: cluster) { return index }
      key &+= 1
    }
    let index = UInt32(clusters.count)
    clusters.append(cluster)
    clusterIndices[key] = index
    return index
  }
}

extension Grid: Equatable {
  /// Whether the same characters stand in the same cells, however they got there.
  package static func == (left: Grid, right: Grid) -> Bool {
    guard left.size == right.size, left.cursor == right.cursor else { return false }
    if left.clusters.isEmpty, right.clusters.isEmpty { return left.cells == right.cells }
    return left.cells.indices.allSatisfy { left.isSame($0, in: right) }
  }

  /// Returns whether a cell looks the same in another grid of this size.
  @inline(__always)
  func isSame(_ index: Int, in other: Grid) -> Bool {
    let cell = cells[index]
    let counterpart = other.cells[index]
    guard cell.isCluster, counterpart.isCluster else { return cell == counterpart }
    return cell.style == counterpart.style && cell.width == counterpart.width
      && cluster(of: cell).isSame(as: other.cluster(of: counterpart))
  }
}
