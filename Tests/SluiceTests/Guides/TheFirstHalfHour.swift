import Sluice
import SluiceTesting
import TestSupport
import Testing

/// The code of the page, word for word; `GuideTests` compares.
@Suite(.inTurn)
struct TheFirstHalfHour {
  @Test func `the application of the page works, step by step`() async throws {
    let printed = Log<String>()
    let print: @Sendable (String) -> Void = { printed.append($0) }

    struct Note: Identifiable, Sendable, Equatable {
      let id: Int
      var text: String
      var isPinned = false
    }
    struct Notebook: Sendable, Equatable {
      var notes: Entities<Note> = []
      var isLoading = false
      var problem: String?
    }

    struct AddNote: Action { let text: String }
    struct PinNote: Action { let id: Int }
    struct LoadNotes: Action {}
    struct NotesLoaded: Action { let texts: [String] }
    struct LoadingFailed: Action { let reason: String }

    let notebook = Reducer<Notebook>(
      ReduceOn(AddNote.self) { state, action in
        state.notes.append(Note(id: state.notes.count + 1, text: action.text))
      },
      ReduceOn(PinNote.self) { state, action in state.notes[id: action.id]?.isPinned = true },
      ReduceOn(LoadNotes.self) { state, _ in state.isLoading = true },
      ReduceOn(NotesLoaded.self) { state, action in
        state.isLoading = false
        for text in action.texts { state.notes.append(Note(id: state.notes.count + 1, text: text)) }
      },
      ReduceOn(LoadingFailed.self) { state, action in
        state.isLoading = false
        state.problem = action.reason
      }
    )

    let draft = Store(initialState: Notebook(), reducers: [notebook])
    draft.dispatch(action: AddNote(text: "Milk"))
    #expect(draft.notes.map(\.text) == ["Milk"])

    let notes = EntitySelectors(at: \Notebook.notes)
    let pinned = Selector.with(notes.all) { notes in notes.filter(\.isPinned).map(\.text) }
    let token = draft.select(pinned).sink { print("pinned: \($0)") }
    draft.dispatch(action: PinNote(id: 1))

    struct NotesEnvironment: Sendable {
      var load: @Sendable () async throws -> [String]
    }
    struct NotesEffects: Effects<NotesEnvironment> {
      let load = Effect<NotesEnvironment>.on(LoadNotes.self) { _, environment in
        NotesLoaded(texts: try await environment.load())
      }
      .overlap(.first)
      .catch { error, _ in LoadingFailed(reason: "\(error)") }
    }

    let store = Store(
      initialState: Notebook(),
      environment: NotesEnvironment(load: { ["Bread", "Butter"] }),
      reducers: [notebook]
    )
    store.register(effects: NotesEffects())
    store.dispatch(action: LoadNotes())
    await store.idle()
    #expect(store.notes.map(\.text) == ["Bread", "Butter"])

    store.register(interceptor: PrintInterceptor { print($0) })
    store.dispatch(action: PinNote(id: 2))

    try await withTestStore(
      initialState: Notebook(),
      environment: NotesEnvironment(load: { ["Bread"] }),
      reducers: [notebook],
      effects: [NotesEffects()]
    ) { store in
      try await store.send(LoadNotes()) { $0.isLoading = true }
      try await store.receive(NotesLoaded.self) {
        $0.isLoading = false
        $0.notes = [Note(id: 1, text: "Bread")]
      }
    }

    struct NoConnection: Error {}
    try await withTestStore(
      initialState: Notebook(),
      environment: NotesEnvironment(load: { throw NoConnection() }),
      reducers: [notebook],
      effects: [NotesEffects()]
    ) { store in
      try await store.send(LoadNotes()) { $0.isLoading = true }
      try await store.receive(LoadingFailed.self) {
        $0.isLoading = false
        $0.problem = "NoConnection()"
      }
    }

    let history = StateHistory<Notebook>(limit: 50)
    store.register(interceptor: history)
    store.dispatch(action: PinNote(id: 1))
    history.undo(in: store)
    #expect(store.notes[id: 1]?.isPinned == false)

    token.cancel()
    #expect(printed.events.prefix(2) == ["pinned: []", #"pinned: ["Milk"]"#])
    #expect(printed.events.contains { $0.contains("PinNote") })
  }
}
