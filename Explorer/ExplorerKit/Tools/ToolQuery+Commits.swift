import SluiceTree
import SluiceWire

extension ToolQuery {
  mutating func commits() throws(ToolFailure) -> Tree {
    let range = try range()
    var numbers = try matchingCommits(in: range)
    let total = numbers.count
    // By number, since the oldest may have gone since the page before.
    if arguments.string("order") == "oldest" {
      if !isFirstPage { numbers.removeAll { $0 <= position } }
    } else {
      numbers.reverse()
      if !isFirstPage { numbers.removeAll { $0 >= position } }
    }
    let history = history
    return answer([], "commits", total: total, rest: numbers) {
      $0
    } _: { number, fitting in
      history.commit(number).map { fitting.commit($0, changes: 5) } ?? .null
    }
  }

  private func matchingCommits(in range: Range<Int>) throws(ToolFailure) -> [Int] {
    guard var filter = try arguments.filter() else { return history.commitNumbers(in: range) }
    var numbers: [Int] = []
    history.forEachItem(upTo: range.upperBound - 1) { item in
      let isAdmitted = filter.admits(
        .record(label: program.label, instance: "", item.record)
      )
      if case .commit(let commit, _) = item, isAdmitted, range.contains(commit.number) {
        numbers.append(commit.number)
      }
    }
    return numbers
  }

  mutating func commit() throws(ToolFailure) -> Tree {
    let number = arguments.requiredInteger("number")
    let shown = try ask { history throws(QuestionError) in try history.shown(number, file: "") }
    let members: [(String, Tree?)] = [
      ("commit", fitting.commit(shown.commit, changes: 20)),
      ("cause", shown.cause.map { fitting.commit($0, changes: 5) }),
      ("run", shown.run.map { fitting.run($0) }),
      ("ledTo", fitting.list(shown.ledTo, limit: 100) { commit, _ in .number(commit.number) }),
      ("ledToCount", .number(shown.ledTo.count)),
      ("runs", fitting.list(shown.runs, limit: 20) { $1.run($0) }),
      ("runCount", .number(shown.runs.count)),
    ]
    return answer(members)
  }

  mutating func effects() throws(ToolFailure) -> Tree {
    let pattern = arguments.string("effect").map { TextPattern($0) }
    let outcome = arguments.string("outcome")
    let runs = runs(in: try range()).filter { run in
      pattern?.matchesWholeOrPart(run.effect) ?? true
        && outcome.map { $0 == ToolJSON.outcome(run) } ?? true
    }
    // A number that repeats is that of the later run. Numbers rise, but for those of other programs.
    let behind =
      runs.lastIndex { $0.run == position }.map { $0 + 1 }
      ?? runs.firstIndex { $0.run > position } ?? runs.endIndex
    let rest = isFirstPage ? runs[...] : runs[behind...]
    return answer([], "runs", total: runs.count, rest: rest) {
      $0.run
    } _: {
      $1.run($0)
    }
  }
}
