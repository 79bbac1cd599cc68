import SluiceTree
import SluiceWire

/// A question that a tool asks of the past, and its answer.
struct ToolQuery {
  let tool: Tool
  let arguments: ToolArguments
  let program: Past
  let isLoading: Bool
  /// The last commit that the answer is about: that of the first page's time.
  let last: Int
  /// Behind what the page begins; see ``ToolCursor/position``.
  let position: Int
  let isFirstPage: Bool
  private let mark: UInt64
  var fitting = ToolFitting()

  var history: History { program.history }

  init(
    _ tool: Tool,
    _ arguments: ToolArguments,
    _ program: Past,
    isLoading: Bool
  ) throws(ToolFailure) {
    guard let numbers = program.history.numbers else { throw .noState }
    self.tool = tool
    self.arguments = arguments
    self.program = program
    self.isLoading = isLoading
    mark = ToolCursor.mark(tool, arguments.question, instance: program.hello.instance)
    guard let text = arguments.string("cursor") else {
      (last, position, isFirstPage) = (numbers.upperBound, 0, true)
      return
    }
    guard let cursor = ToolCursor(parsing: text, question: mark), cursor.last <= numbers.upperBound
    else { throw .wrongCursor }
    (last, position, isFirstPage) = (cursor.last, cursor.position, false)
  }

  mutating func answer() throws(ToolFailure) -> Tree {
    switch tool {
    case .commits: try commits()
    case .commit: try commit()
    case .state: try state()
    case .why: try why()
    case .history: try pathHistory()
    case .blame: try blame()
    case .compare: try compare()
    case .effects: try effects()
    case .statistics: try statistics()
    case .find: try find()
    case .diagnostics: diagnostics()
    case .programs, .wait, .dispatch, .restore:
      preconditionFailure("\(tool) asks nothing of the past.")
    }
  }

  // MARK: - Parts

  /// Returns an answer, behind the program and what is known of it.
  ///
  /// Make the members before the call, since they may note that something is cut.
  func answer(_ members: [(String, Tree?)]) -> Tree {
    .object(
      present: [
        ("program", .string(program.label.beginning(300))),
        ("held", ToolJSON.held(program, isLoading: isLoading)),
      ] + members + [("isCut", .bool(fitting.isCut))]
    )
  }

  /// Returns an answer with a page of a list.
  ///
  /// - Parameter next: The position of the next page; `nil` for the number of items so far.
  func answer(
    _ members: [(String, Tree?)],
    _ name: String,
    _ page: ToolPage,
    next: Int? = nil
  ) -> Tree {
    answer(members + [(name, .array(page.items))], page, next: next)
  }

  /// Returns an answer that contains a page already.
  func answer(_ members: [(String, Tree?)], _ page: ToolPage, next: Int? = nil) -> Tree {
    let cursor = page.end.map { ToolCursor(last: last, position: next ?? $0).text(of: mark) }
    return answer(
      members + [
        ("total", .number(page.total)), ("nextCursor", cursor.map { .string($0) }),
      ]
    )
  }

  /// Asks the history, and explains why it has no answer.
  func ask<Answer>(
    _ question: (History) throws(QuestionError) -> Answer
  ) throws(ToolFailure) -> Answer {
    do throws(QuestionError) {
      return try question(history)
    } catch {
      guard case .noPath(_, let number, _) = error else { throw ToolFailure(error, state: nil) }
      throw ToolFailure(error, state: history.state(after: number)?.tree)
    }
  }

  /// The range of commits that is asked about; empty if none of them has been made or is held.
  ///
  /// - Parameter end: The argument that names the last one.
  func range(to end: String = "to") throws(ToolFailure) -> Range<Int> {
    let (from, to) = (arguments.integer("from"), arguments.integer(end))
    if let from, let to, from > to {
      throw .argument(end, "a number that is not below from")
    }
    // What came since the first page is on none.
    let end = min(to ?? last, last) + 1
    return min(from ?? history.numbers?.lowerBound ?? 0, end)..<end
  }

  /// The runs of effects that were under way at some time in a range.
  func runs(in range: Range<Int>) -> [History.Run] {
    range.isEmpty ? [] : history.runs(in: ClosedRange(range))
  }

  /// Makes a page of what a fixed state contains, by place.
  mutating func page<Element>(
    of elements: some RandomAccessCollection<Element>,
    _ make: (Element, inout ToolFitting) -> Tree
  ) -> ToolPage {
    var fitting = fitting
    defer { self.fitting = fitting }
    return ToolPage(of: elements, from: position, limit: arguments.limit) { make($0, &fitting) }
  }

  /// Makes a page of a list whose first items may have gone since the page before.
  ///
  /// - Parameters:
  ///   - rest: The items behind those of the pages before.
  ///   - position: What identifies an item.
  func answer<Element>(
    _ members: [(String, Tree?)],
    _ name: String,
    total: Int,
    rest: some RandomAccessCollection<Element>,
    position: (Element) -> Int,
    _ make: (Element, inout ToolFitting) -> Tree
  ) -> Tree {
    var query = self
    let page = ToolPage(of: rest, from: 0, limit: arguments.limit) { make($0, &query.fitting) }
    let items = ToolPage(items: page.items, total: total, end: page.end)
    let last = page.end.flatMap { rest.dropFirst($0 - 1).first }
    return query.answer(members, name, items, next: last.map(position))
  }

  func actionName(of author: History.Author) -> String? {
    guard case .commit(let number) = author else { return nil }
    return history.commit(number).map { ActionText.nameWithCase(of: $0.action) }
  }
}
