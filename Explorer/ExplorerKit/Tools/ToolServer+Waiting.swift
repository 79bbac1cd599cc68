import SluiceTree
import SluiceWire

extension ToolServer {
  /// Answers the tool `wait`: at once if what it waits for is there already.
  mutating func wait(
    _ arguments: ToolArguments,
    _ revision: ToolRevision,
    _ pasts: Pasts,
    id: Tree,
    now: ContinuousClock.Instant
  ) throws(ToolFailure) -> [Output] {
    let program = try program(arguments, pasts)
    var wait = try ToolWait(arguments, program)
    if let number = wait.match(in: program.history) {
      return [.line(success(answer(number, of: program), revision, id: id))]
    }
    let seconds = arguments.integer("timeout") ?? Tool.standardWait
    _ = try begin(.match(wait), of: program, revision, id: id, until: now + .seconds(seconds))
    return []
  }

  /// Answers the calls that wait for what is there now; call it after each turn.
  ///
  /// - Parameter pasts: Returns what is known of programs by now; called if something is waited for.
  mutating func matches(_ pasts: () -> Pasts) -> [Output] {
    guard calls.values.contains(where: \.isWait) else { return [] }
    let pasts = pasts()
    var outputs: [Output] = []
    for number in calls.keys.sorted() {
      guard let call = calls[number], case .match(var wait) = call.awaited,
        let program = pasts[call.instance]
      else { continue }
      // Moved out, so that its state is changed in place.
      calls[number]?.awaited = .reply(nil)
      if let match = wait.match(in: program.history) {
        calls[number] = nil
        let answer = answer(match, of: program)
        outputs.append(.line(success(answer, call.revision, id: call.id)))
      } else {
        calls[number]?.awaited = .match(wait)
      }
    }
    return outputs
  }

  private func answer(_ number: Int, of program: Past) -> Tree {
    var fitting = ToolFitting()
    let commit = program.history.commit(number).map { fitting.commit($0, changes: 20) }
    return .object(present: [
      ("program", .string(program.label.beginning(300))),
      ("held", ToolJSON.held(program, isLoading: isLoading)),
      ("number", .number(number)), ("commit", commit), ("isCut", .bool(fitting.isCut)),
    ])
  }
}
