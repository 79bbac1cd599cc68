import SluiceTree
import SluiceWire

extension ToolServer {
  /// Answers the tool `programs`.
  func programs(_ arguments: ToolArguments, _ pasts: Pasts) throws(ToolFailure) -> Tree {
    let mark = ToolCursor.mark(.programs, arguments.question, instance: "")
    var position = 0
    if let text = arguments.string("cursor") {
      guard let cursor = ToolCursor(parsing: text, question: mark) else { throw .wrongCursor }
      position = cursor.position
    }
    var fitting = ToolFitting()
    let programs = pasts.programs(choice)
    let rest = programs.drop { $0.serial <= position }
    let page = ToolPage(of: rest, from: 0, limit: arguments.limit) {
      fitting.program($0, isLoading: isLoading)
    }
    let last = page.end.flatMap { rest.dropFirst($0 - 1).first }
    let cursor = last.map { ToolCursor(last: 0, position: $0.serial).text(of: mark) }
    return .object(present: [
      ("programs", .array(page.items)), ("total", .number(programs.count)),
      ("nextCursor", cursor.map { .string($0) }), ("isCut", .bool(fitting.isCut)),
    ])
  }
}

extension ToolFitting {
  fileprivate mutating func program(_ program: Past, isLoading: Bool) -> Tree {
    let hello = program.hello
    return .object(present: [
      ("program", text(program.label)), ("name", text(hello.name)),
      ("store", hello.store.map { text($0) }), ("stateType", hello.stateType.map { text($0) }),
      ("processID", .number(hello.processID)), ("isConnected", .bool(program.isConnected)),
      ("starts", .number(program.starts)), ("held", ToolJSON.held(program, isLoading: isLoading)),
      ("accepts", list(hello.accepts, limit: 50) { $1.text($0) }),
      ("acceptsCount", .number(hello.accepts.count)),
      ("allowsRestore", .bool(hello.allowsRestore)),
      ("allowsLeavingOut", .bool(hello.allowsLeavingOut)),
      ("notes", list(hello.notes, limit: 10) { $1.text($0) }),
    ])
  }
}

extension WireRecord.Hello {
  /// Whether the program takes back an earlier state.
  var allowsRestore: Bool {
    capabilities.contains(.restoreByNumber) || capabilities.contains(.restoreFromTree)
  }

  /// Whether the program reduces its actions again without some of them.
  var allowsLeavingOut: Bool { capabilities.contains(.restoreWithout) }
}
