import Sluice

// Trees, parts that may be absent, and preparations.

nonisolated struct Folder: Sendable, Identifiable {
  let id: Int
  var name = ""
  var folders: Entities<Folder> = []
  var list: [Folder] = []
  var table: [Int: Folder] = [:]
  let fixed: [Folder] = []

  var first: Folder? {
    get { list.first }
    set { list = newValue.map { [$0] } ?? [] }
  }
}

nonisolated struct NewFolder: Action {
  var id: Int?
  let name: String
}

nonisolated indirect enum FolderAction: Action {
  case rename(String)
  case folder(Int, FolderAction)

  var inner: (Int, FolderAction)? {
    if case .folder(let id, let action) = self { (id, action) } else { nil }
  }
}

nonisolated indirect enum Term: Sendable {
  case number(Int)
  case negated(Term)
}

nonisolated enum Page: Sendable {
  case list
  case editor(Todo)
}

let folderReducer = Reducer<Folder>.recursive { this in
  .combine(
    Reducer(ReduceOn(Rename.self) { folder, action in folder.name = action.name + "/" }),
    this.lift(elements: \.folders),
    this.lift(elements: \.list),
    this.lift(elements: \.table),
    this.lift(state: \.first)
  )
}
let ownFolderReducer = Reducer<Folder>.recursive(id: "folders") { this in
  .combine(
    Reducer(
      ReduceOn(FolderAction.self) { folder, action in
        if case .rename(let name) = action { folder.name = name }
      }
    ),
    this.lift(
      elements: \.folders,
      action: \FolderAction.inner,
      embed: { FolderAction.folder($0, $1) }
    )
  )
}
let termReducer: Reducer<Term> = .recursive { this in
  .combine(
    Reducer(
      ReduceOn(Increment.self) { if case .number(let number) = $0 { $0 = .number(number + $1.by) } }
    ),
    this.lift(
      get: { if case .negated(let term) = $0 { term } else { nil } },
      set: { $0 = .negated($1) }
    )
  )
}
let loadFolder = Effect<API>.on(Load.self, state: Folder.self) { _, api, context in
  context.send(Rename(name: api.name(context.state.id)))
}
let loadEachFolder = loadFolder.lift(tree: \Folder.folders)
let loadEachFolderInArrays = loadFolder.lift(tree: \Folder.list)
let nameEachFolder = Feedback<Folder, API>(whenChanged: \.name) { name, _, context in
  context.send(Rename(name: name.lowercased()))
}
.lift(tree: \.folders)
let folders = Feature<Folder, API>(id: "folders")
  .reducer(Reducer(ReduceOn(Rename.self) { $0.name = $1.name }))
  .effect(loadFolder)
  .lift(tree: \.folders)
let foldersInArrays = Feature<Folder, API>(id: "folders").effect(loadFolder).lift(tree: \.list)
let ownFolders = Feature<Folder, API>(id: "folders")
  .effect(loadFolder)
  .lift(
    tree: \.folders,
    action: \FolderAction.inner,
    embed: { FolderAction.folder($0, $1) }
  )
let editor = Feature<Todo, API>(id: "editor").lift(
  get: { (page: Page) in if case .editor(let todo) = page { todo } else { nil } },
  set: { page, todo in page = .editor(todo) }
)
let preparing = Preparation<API>
  .prepare(NewFolder.self) { action, api in
    action.id = action.id ?? api.name(1).count + 1
  }
  .prepare(Increment.self) { $0.by += $1.name(2).count }
let preparingFeature = Feature<Folder, API>(id: "new")
  .middleware(.prepare(NewFolder.self) { action, api in action.id = api.name(1).count })

func registeringTrees(_ store: Store<Folder, API>) {
  store.register(feature: folders)
  store.register(effect: loadEachFolder)
  store.register(middleware: preparing)
  store.register(
    middleware: .prepare(NewFolder.self) { action, api in action.id = api.name(1).count }
  )
  store.dispatch(
    action: ElementAction<Folder>(id: 1, action: ElementAction<Folder>(id: 2, action: Load()))
  )
}
