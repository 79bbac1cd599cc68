import Foundation
import Sluice
import SluiceTree
import SluiceWire
import TestSupport

/// A session file as a program would have written it.
struct RecordedSession {
  private(set) var bytes: [UInt8] = []
  private(set) var state: Errands
  private var tree: Tree
  private var number = 0
  private let instance: String?

  init(
    _ state: Errands = Errands(),
    name: String = "Errands",
    instance: String? = nil,
    beginningWithState: Bool = true,
    change: (inout Tree) -> Void = { _ in }
  ) {
    self.state = state
    self.instance = instance
    tree = Tree(showing: state)
    change(&tree)
    let id = instance ?? "0"
    write(.hello(.init(instance: id, name: "App", processID: 1, store: name)))
    if beginningWithState { write(.state(.init(number: 0, state: tree))) }
  }

  /// Writes a whole state, as behind a gap.
  mutating func begin(at number: Int, _ state: Errands) {
    self.number = number
    self.state = state
    tree = Tree(showing: state)
    write(.state(.init(number: number, state: tree)))
  }

  /// Writes a record as it is.
  mutating func write(_ record: WireRecord) {
    bytes += WireEnvelope(instance: instance, record).line()
  }

  /// Writes a commit: of an action that these reducers handle, or one that leads to a state.
  ///
  /// - Parameter count: How many commits it stands for.
  mutating func commit(
    _ action: any Action,
    to new: Errands? = nil,
    count: Int = 1,
    change: (inout Tree) -> Void = { _ in }
  ) {
    if let new { state = new } else { errandsReducer.reduce(&state, action) }
    var shown = Tree(showing: state)
    change(&shown)
    write(action, count: count, changes: Tree.changes(from: tree, to: shown))
    tree = shown
  }

  /// Writes a commit of which only the action is known.
  mutating func commitWithoutChanges(_ action: any Action) {
    write(action, changes: nil)
  }

  private mutating func write(_ action: any Action, count: Int = 1, changes: [TreeChange]?) {
    let action = ActionDescription(action)
    number += count
    write(
      .commit(
        .init(
          number: number,
          time: 0,
          action: .init(type: action.name, payload: action.payload),
          changes: changes ?? [],
          changesAreUnknown: changes == nil,
          count: count
        )
      )
    )
  }

  /// Puts a state in the place of the current one, under the name that the store's own action has.
  mutating func restore(_ new: Errands) {
    commit(ActionTemplate(id: "StateRestored")(), to: new)
  }

  /// Loses the end of the file.
  mutating func cut(by count: Int) { bytes.removeLast(count) }

  mutating func append(_ other: RecordedSession) { bytes += other.bytes }

  mutating func append(line: String) { bytes += Array((line + "\n").utf8) }

  /// Writes the file, and removes it afterwards.
  func withFile<Result>(_ body: (String) throws -> Result) throws -> Result {
    let directory = try TemporaryDirectory()
    try directory.write(bytes, to: "x.session")
    return try body(directory.path("x.session"))
  }
}

/// What the recorded sessions are about.
struct Errands: Codable, Sendable, Equatable {
  var titles: [String] = []
  var done = 0
  var pin: String?
}

struct AddErrand: Action, Codable, Equatable { let title: String }
struct FinishErrand: Action, Codable {}
let renameErrand = ActionTemplate(id: "RenameErrand", payloadType: [String].self)
let clearErrands = ActionTemplate(id: "ClearErrands")

let errandsReducer = Reducer<Errands>(
  ReduceOn(AddErrand.self) { state, action in state.titles.append(action.title) },
  ReduceOn(FinishErrand.self) { state, _ in
    if !state.titles.isEmpty { state.titles.removeFirst() }
    state.done += 1
  },
  ReduceOn(renameErrand) { state, action in state.titles = action.payload },
  ReduceOn(clearErrands) { state, _ in state.titles = [] }
)
