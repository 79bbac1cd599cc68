import ExplorerTerminal
import Sluice
import SluiceTree
import SluiceWire

/// What `/` looks for, and where it is found.
///
/// Lines are looked through at once, a state by a question, and the commits of the list a piece at a time, beside the
/// keys, from the cursor on.
struct Find: Sendable, Hashable {
  /// Where it looks.
  enum Place: Hashable, Sendable {
    case list
    case pane(Detail.Tab)
    case overlay
  }

  /// A value with the text, and what hides it.
  struct Value: Hashable, Sendable {
    let path: StatePath
    let folds: [StateFold]
  }

  /// The number of rows that a reducer looks through, and that an effect does between two actions.
  private static let smallPiece = 200
  private static let piece = 2_000
  /// The maximum number of Unicode scalars of a commit to look at.
  private static let limit = 2_000

  /// Another one for each search.
  let id: Int
  let place: Place
  let search: PaneSearch
  /// Whether it goes from the last commit back.
  let isNewestFirst: Bool
  /// The commits or lines with the text, in their order.
  private(set) var hits: [Int] = []
  /// The same in a state.
  var values: [Value] = []
  /// The index of the one with the cursor.
  var current: Int?
  /// Where the cursor goes once that is known.
  var awaited: Step?
  /// The commits that are not looked at yet, in the order in which they will be.
  private(set) var left: [ClosedRange<Int>] = []
  /// The last commit that it has heard of.
  private var last = Int.min
  /// Whether somebody has waited so long that they noticed.
  var isDelayed = false

  /// A move of the cursor.
  enum Step: Hashable, Sendable {
    /// To the first one from a commit on.
    case start(Int)
    /// Beyond a commit.
    case next(Int, isForward: Bool)
  }

  init(id: Int, _ text: String, in place: Place, isNewestFirst: Bool = false) {
    self.id = id
    self.place = place
    self.isNewestFirst = isNewestFirst
    search = PaneSearch(text)
  }

  var count: Int { max(hits.count, values.count) }
  var isDone: Bool { left.isEmpty }

  /// Which it is of how many: `3 of 57, newest first`.
  var text: String {
    let order = isNewestFirst && count > 1 ? ", newest first" : ""
    guard let current, count > 0 else { return isDone ? "not there" : "…" }
    let number = isNewestFirst ? count - current : current + 1
    return "\(NumberText.text(number)) of \(NumberText.text(count))\(isDone ? "" : "…")\(order)"
  }

  // MARK: - Lines

  mutating func look(in lines: [PaneLine]) {
    hits = lines.indices.filter { search.isFound(in: lines[$0].text) }
  }

  // MARK: - Commits

  /// Looks at what has come since.
  mutating func extend(to past: ShownPast, from cursor: Int) {
    guard let first = past.rows.first?.number, let end = past.lastRow, end > last else { return }
    if last >= first {
      left.append(last + 1...end)
    } else {
      let start = max(first, min(cursor, end))
      left = isNewestFirst ? [first...start] : [start...end]
      if isNewestFirst, start < end { left.append(start + 1...end) }
      if !isNewestFirst, start > first { left.append(first...start - 1) }
    }
    last = end
    advance(in: past, atMost: Self.smallPiece)
  }

  /// Looks through a piece.
  mutating func advance(in past: ShownPast, atMost count: Int = Find.piece) {
    guard let range = left.first else { return }
    let rows = past.rows
    let (first, end) = (past.index(of: range.lowerBound), past.index(of: range.upperBound + 1))
    let piece =
      isNewestFirst
      ? max(first, end - count)..<max(first, end) : first..<max(first, min(end, first + count))
    var clock = LocalTime()
    let found = rows[piece].map(\.number).filter { number in
      past.history.commit(number).map { isFound(in: $0, &clock) } ?? false
    }
    if !found.isEmpty { hits = (hits + found).sorted() }
    if isNewestFirst, piece.lowerBound > first {
      left[0] = range.lowerBound...rows[piece.lowerBound].number - 1
    } else if !isNewestFirst, piece.upperBound < end {
      left[0] = rows[piece.upperBound].number...range.upperBound
    } else {
      left.removeFirst()
    }
  }

  private func isFound(in commit: WireRecord.Commit, _ clock: inout LocalTime) -> Bool {
    search.text == "\(commit.number)"
      || search.isFound(in: ActionText.text(commit.action, limit: Self.limit))
      || search.isFound(in: clock.text(microsecondsSince1970: commit.time))
      || commit.origin.map { search.isFound(in: "\($0.file):\($0.line) \($0.function)") } ?? false
      || commit.changes.contains { change in
        search.isFound(in: VisibleText(change.line(limit: Self.limit)).description)
      }
  }

  /// Takes the step that is awaited, if it is known where it leads.
  ///
  /// - Returns: The index of the hit, and whether the way led around an end; `nil` if that isn't known, or there is none.
  mutating func takeStep() -> (index: Int, hasWrapped: Bool)? {
    guard let step = awaited else { return nil }
    let isForward: Bool
    let beyond: Int?
    switch step {
    case .start(let cursor):
      isForward = !isNewestFirst
      beyond = isForward ? hits.firstIndex { $0 >= cursor } : hits.lastIndex { $0 <= cursor }
    case .next(let cursor, let isNext):
      isForward = isNext != isNewestFirst
      beyond = isForward ? hits.firstIndex { $0 > cursor } : hits.lastIndex { $0 < cursor }
    }
    // What is nearer may not be found yet where the search comes from the other side.
    guard isDone || beyond != nil && isForward != isNewestFirst else { return nil }
    awaited = nil
    guard let index = beyond ?? (isForward ? hits.indices.first : hits.indices.last) else {
      return nil
    }
    current = index
    return (index, beyond == nil)
  }
}

/// More of what somebody looks for is found.
struct FoundMore: Action {
  let find: Find
}

extension Find {
  /// Looks through the commits, a piece at a time.
  static let finding = Feedback<ScreenState, ScreenEnvironment>(
    for: \.findID,
    name: "find"
  ) { id, environment, context in
    while var find = context.state.find, find.id == id, !find.isDone {
      await environment.pause()
      try Task.checkCancellation()
      find.advance(in: context.state.past)
      context.send(FoundMore(find: find))
    }
  }
}

extension ScreenState {
  /// The search that is under way; `nil` if all is looked through.
  fileprivate var findID: Int? { find.flatMap { $0.isDone ? nil : $0.id } }

  // MARK: - The person

  /// Lets somebody type a text, or looks for one.
  mutating func find(_ text: String?) {
    guard let text else { return begin(Prompt(.find)) }
    beginFind(text)
  }

  /// Looks for a text where the keys are, from there on.
  mutating func beginFind(_ text: String) {
    find = nil
    searched = text
    guard !text.isEmpty else { return }
    questions += 1
    let isNewestFirst = placeOfKeys == .list && list.selected == nil
    find = Find(id: questions, text, in: placeOfKeys, isNewestFirst: isNewestFirst)
    take { .start($0) }
  }

  /// Goes to the next place with what was looked for last, or the one before.
  mutating func findNext(isForward: Bool) {
    guard !searched.isEmpty else { return say("Type / and a text first.") }
    guard find?.place == placeOfKeys else { return beginFind(searched) }
    take { .next($0, isForward: isForward) }
  }

  private var placeOfKeys: Find.Place {
    overlay != nil ? .overlay : detail.isFocused ? .pane(detail.tab) : .list
  }

  /// Takes a step from where the keys are.
  private mutating func take(_ step: (Int) -> Find.Step) {
    guard find?.place == .list else { return lookInLines(step(lineOfKeys)) }
    guard let cursor = rows.cursor else { return }
    let past = self.past
    let number = past.rows[cursor].number
    find?.awaited = step(number)
    find?.extend(to: past, from: number)
    finishStep()
  }

  /// Takes in what was found meanwhile.
  mutating func take(_ found: Find) {
    guard let find, find.id == found.id else { return }
    self.find = found
    self.find?.awaited = find.awaited
    self.find?.isDelayed = find.isDelayed
    if let current = find.current {
      self.find?.current = found.hits.firstIndex(of: find.hits[current])
    }
    finishStep()
    takeTypedAhead()
  }

  /// Moves the cursor to where the step leads, once that is known.
  private mutating func finishStep() {
    guard find?.awaited != nil else { return }
    guard let step = find?.takeStep() else {
      guard let find, find.awaited == nil, prompt == nil else { return }
      return say(.missing(find.search.text))
    }
    guard let find else { return }
    if notice != nil { notice = nil }
    if step.hasWrapped { say(.wrapped(isForward: !find.isNewestFirst)) }
    select(row: past.index(of: find.hits[step.index]))
    // Where a commit shows it is looked for from its beginning.
    detail[.commit].cursor = 0
    detail[.commit].target = nil
    notePaneQuestion()
  }

  /// The line of the overlay, or of the pane, on which keys act.
  private var lineOfKeys: Int {
    switch overlay {
    case .help(let top): find?.current.flatMap { find?.hits[$0] } ?? top
    case .programs(let cursor): (watching.index(of: cursor) ?? 0) + ProgramLines.headings
    case nil: pane.cursor ?? 0
    }
  }

  private mutating func lookInLines(_ step: Find.Step) {
    if case .pane(.state) = find?.place { return lookInState(step) }
    let lines = overlayLines ?? pane.lines
    find?.look(in: lines)
    find?.awaited = step
    guard let found = find?.takeStep(), let line = find?.hits[found.index] else {
      if prompt == nil { say(.missing(searched)) }
      return
    }
    if found.hasWrapped { say(.wrapped(isForward: true)) }
    switch overlay {
    case .help: show(helpLine: line)
    case .programs:
      overlay = watching.programs[safe: line - ProgramLines.headings].map {
        .programs(cursor: $0.hello.instance)
      }
    case nil: moveInDetail(to: line)
    }
  }

  private mutating func lookInState(_ step: Find.Step) {
    guard let selected else { return }
    guard let values = find?.values, !values.isEmpty, case .next(_, let isForward) = step else {
      return ask(.inState(searched, after: selected))
    }
    let next = (find?.current ?? 0) + (isForward ? 1 : -1)
    showValue(at: (next + values.count) % values.count)
    if next != find?.current { say(.wrapped(isForward: isForward)) }
  }

  /// Shows one of the values that were found.
  mutating func showValue(at index: Int) {
    guard let value = find?.values[safe: index] else { return }
    find?.current = index
    detail.reveal(value.folds, value.path)
  }
}

extension Collection {
  fileprivate subscript(safe index: Index) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
