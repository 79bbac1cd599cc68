import SluiceTree
import SluiceWire

/// Waits for the first commit of a program that a filter admits.
///
/// Pure: takes in all that happens, in its order, since a filter may ask for the state.
struct Until {
  private var filter: Filter
  /// Which programs count when they connect; `nil` for none.
  private let choice: ProgramChoice?
  /// The instances of those that do.
  private var instances: Set<String> = []

  init(_ filter: Filter, of choice: ProgramChoice? = nil) {
    self.filter = filter
    self.choice = choice
  }

  /// Takes in what is held of a program, which counts.
  mutating func take(_ past: Past) {
    instances.insert(past.instance)
    _ = take(.connected(label: past.label, past.hello))
    _ = past.history.forEachRecord(after: nil, atMost: .max) { record in
      _ = filter.admits(.record(label: past.label, instance: past.instance, record))
    }
  }

  /// Takes in what happened; returns the commit, and its program, if it is the one.
  mutating func take(_ event: HubEvent) -> (instance: String, commit: WireRecord.Commit)? {
    if case .connected(let label, let hello) = event,
      choice?.matches(ProgramChoice.Candidate(label: label, hello: hello)) == true
    {
      instances.insert(hello.instance)
    }
    let isAdmitted = filter.admits(event)
    guard isAdmitted, case .record(_, let instance, .commit(let commit)) = event,
      instances.contains(instance)
    else { return nil }
    return (instance, commit)
  }

  /// Returns why the value that the filter asks for is what it is, if it asks for one.
  func reason(_ past: Past, at number: Int) -> Answer? {
    guard let path = filter.statePath else { return nil }
    return try? past.history.answer(.why(path, at: number), file: "")
  }
}

extension Filter {
  /// The path of the first value in the state that it asks for; `nil` if there is none, or it may be of several.
  fileprivate var statePath: StatePath? {
    conditions.lazy.compactMap(\.statePath).first
  }
}

extension StateCondition {
  fileprivate var statePath: StatePath? {
    // The number of what is in a value changes with the value.
    let end = pathText.hasSuffix(".count") ? pathText.dropLast(".count".count) : pathText[...]
    return try? StatePath(parsing: String(end))
  }
}
