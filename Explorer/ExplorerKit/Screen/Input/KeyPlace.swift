import SluiceWire

/// Where keys act, for what the last line offers.
///
/// Finds out once what takes time, and not for each key.
@dynamicMemberLookup
struct KeyPlace {
  private let state: ScreenState
  let layout: ScreenLayout
  private let rows: ListWindow
  /// What the line of the pane is about, if the pane has the keys.
  private let target: PaneTarget?

  init(_ state: ScreenState) {
    self.state = state
    layout = state.layout
    rows = state.rows
    target = state.overlay == nil && state.detail.isFocused ? state.pane.target : nil
  }

  subscript<Value>(dynamicMember member: KeyPath<ScreenState, Value>) -> Value {
    state[keyPath: member]
  }

  private var selected: Int? { rows.selected?.number }

  var isInList: Bool { state.overlay == nil && !state.detail.isFocused && rows.cursor != nil }
  var isInPane: Bool { state.overlay == nil && state.detail.isFocused }
  var isOnValue: Bool { target?.path != nil }
  /// Whether more may come.
  var isLive: Bool { state.program?.isConnected == true && !state.watching.isSession }
  var canRestore: Bool { isLive && state.program?.allowsRestore == true }
  var canDispatch: Bool { isLive && state.program?.hello.accepts.isEmpty == false }
  var canFind: Bool { state.overlay != nil || rows.cursor != nil }
  var isLedTo: Bool { selected.flatMap(state.past.history.commit)?.cause != nil }
  var hasOthers: Bool { isInList && state.watching.programs.count > 1 }
  var canCompare: Bool { state.list.mark.map { $0 != selected } ?? false }
  var canGoBack: Bool {
    state.overlay != nil || state.find != nil || state.detail.isFocused
      || state.detail.isComparing || state.watching.filter != nil
  }

  /// What `f` does, unless Enter does the same.
  var filterWords: String? {
    if isInList { return "filter" }
    return openWords == "only such"
      ? nil : target?.filter(in: state.past.history).map { _ in "only such" }
  }

  /// What Enter does.
  var openWords: String? {
    if case .programs = state.overlay { return "choose" }
    if isInList { return "go there" }
    switch target {
    case .fold(_, let isOpen): return isOpen ? "fold" : "unfold"
    case .commit, .run(_, commit: _?): return "go there"
    case .source: return "open"
    case .path, .filter: return "only such"
    case .run, nil: return nil
    }
  }
}
