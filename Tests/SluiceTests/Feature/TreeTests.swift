import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Effects, feedbacks, middleware and features of the nodes of a tree.
@Suite(.inTurn) struct TreeTests {
  struct Folder: Sendable, Equatable, Identifiable {
    let id: Int
    var name = ""
    var loaded: [String] = []
    var folders: Entities<Folder> = []
    var list: [Folder] = []
  }

  struct Load: Action {}
  struct Stop: Action {}
  struct Loaded: Action { let text: String }
  struct Rename: Action { let name: String }
  struct Move: Action {
    let folders: Entities<Folder>
  }

  indirect enum FolderAction: Action {
    case load, stop
    case loaded(String)
    case folder(Int, FolderAction)

    var inner: (Int, FolderAction)? {
      if case .folder(let id, let action) = self { (id, action) } else { nil }
    }
  }

  static let reducer = Reducer<Folder>(
    ReduceOn(Loaded.self) { $0.loaded.append($1.text) },
    ReduceOn(Rename.self) { $0.name = $1.name },
    ReduceOn(Move.self) { folder, action in
      folder.folders = action.folders
      folder.list = Array(action.folders)
    },
    ReduceOn(FolderAction.self) { folder, action in
      if case .loaded(let text) = action { folder.loaded.append(text) }
    }
  )

  static let load = Effect<String>.on(Load.self, state: Folder.self) { _, prefix, context in
    try await context.sleep(for: .seconds(1))
    context.send(Loaded(text: "\(prefix)\(context.state.id)\(context.state.name)"))
  }
  .overlap(.latest)
  .cancelled(by: Stop.self)

  static let loadCase = Effect<String>.on(FolderAction.self, state: Folder.self) {
    action,
    prefix,
    context in
    guard case .load = action else { return }
    try await context.sleep(for: .seconds(1))
    context.send(FolderAction.loaded("\(prefix)\(context.state.id)\(context.state.name)"))
  }
  .cancelled(by: FolderAction.self) { action, _ in if case .stop = action { true } else { false } }

  /// How the folders within a folder are found, and their actions.
  enum Place: CaseIterable, Sendable {
    case entities, array, own, ownInArray

    var feature: Feature<Folder, String> {
      let feature = Feature<Folder, String>(id: "folder").reducer(reducer)
      return switch self {
      case .entities: feature.effect(TreeTests.load).lift(tree: \.folders)
      case .array: feature.effect(TreeTests.load).lift(tree: \.list)
      case .own:
        feature.effect(loadCase).lift(
          tree: \.folders,
          action: \FolderAction.inner,
          embed: { FolderAction.folder($0, $1) }
        )
      case .ownInArray:
        feature.effect(loadCase).lift(
          tree: \.list,
          action: \FolderAction.inner,
          embed: { FolderAction.folder($0, $1) }
        )
      }
    }

    private var isOwn: Bool { self == .own || self == .ownInArray }

    /// The request of the folder at the end of a path.
    func load(_ path: Int...) -> any Action {
      isOwn ? own(.load, path) : nested(Load(), path)
    }

    func stop(_ path: Int...) -> any Action {
      isOwn ? own(.stop, path) : nested(Stop(), path)
    }

    private func own(_ action: FolderAction, _ path: [Int]) -> any Action {
      path.reversed().reduce(action) { .folder($1, $0) }
    }
  }

  /// Returns an action for the folder at the end of a path.
  static func nested(_ action: any Action, _ path: [Int]) -> any Action {
    path.reversed().reduce(action) { ElementAction<Folder>(id: $1, action: $0) }
  }

  /// A folder with two within, of which the first has two within.
  static let root = Self.folder(
    0,
    Self.folder(1, Self.folder(11), Self.folder(12)),
    Self.folder(2, Self.folder(11))
  )

  static func folder(_ id: Int, _ inner: Folder...) -> Folder {
    Folder(id: id, folders: Entities(inner), list: inner)
  }

  /// The texts that were loaded, each after the path of its folder.
  static func loaded(_ folder: Folder, _ place: Place, path: String = "") -> [String] {
    let inner = place == .array || place == .ownInArray ? folder.list : Array(folder.folders)
    return folder.loaded.map { "\(path)/\($0)" }
      + inner.flatMap { loaded($0, place, path: "\(path)/\($0.id)") }
  }

  let bench = Bench(state: Self.root, environment: "at ")
  var store: Store<Folder, String> { bench.store }

  /// What was loaded after some seconds.
  private func loaded(_ place: Place = .entities, after seconds: Double) async -> [String] {
    await bench.advance(seconds)
    return Self.loaded(store.state, place)
  }

  @Test(arguments: Place.allCases)
  func `each node has runs of its own, and what they dispatch is for it`(place: Place) async {
    store.register(feature: place.feature)
    store.send(place.load(), place.load(1), place.load(1, 11), place.load(2, 11), place.load(1, 13))
    store.send(place.stop(2, 11), place.stop(1))
    #expect(await loaded(place, after: 2) == ["/at 0", "/1/11/at 11"])
  }

  @Test(arguments: [Place.entities, .array])
  func `the commit that removes or moves an ancestor ends the runs`(place: Place) async {
    store.register(feature: place.feature)
    store.send(place.load(1, 11), place.load(2, 11))
    let moved = Self.folder(3, Self.folder(1, Self.folder(11)))
    store.send(Move(folders: [moved, Self.folder(2, Self.folder(11))]))
    #expect(await loaded(place, after: 2) == ["/2/11/at 11"])
    store.send(place.load(3, 1, 11))
    #expect(await loaded(place, after: 2) == ["/3/1/11/at 11", "/2/11/at 11"])
  }

  @Test func `an action for every element is for the nodes within one`() async {
    store.register(feature: Place.entities.feature)
    store.send(Self.nested(EveryElementAction<Folder>(action: Load()), [1]), Place.entities.load(2))
    await bench.advance(0.5)
    // Starts the run of 11 again, because of `.latest`.
    store.send(Place.entities.load(1, 11), EveryElementAction<Folder>(action: Stop()))
    #expect(await loaded(after: 0.5) == ["/1/12/at 12"])
    #expect(await loaded(after: 1) == ["/1/11/at 11", "/1/12/at 12"])
  }

  @Test func `feedbacks, middleware and preparations see each node as their state`() async {
    let feature = Feature<Folder, String>(id: "folder")
      .reducer(Self.reducer)
      .middleware(
        MiddlewareFunction { action, context, next in
          guard let rename = action as? Rename else { return next(action) }
          next(Rename(name: "\(rename.name)\(context.state.id)!"))
        }
      )
      .middleware(.prepare(Rename.self) { $0 = Rename(name: "\($1)\($0.name)") })
      .feedback(
        Feedback(whenChanged: \.name) { name, _, context in
          if name != "" { context.send(Loaded(text: "\(context.state.id) is \(name)")) }
        }
      )
    store.register(feature: feature.lift(tree: \.folders))
    store.send(Rename(name: "a"), Self.nested(Rename(name: "b"), [1, 12]))
    #expect(await loaded(after: 1) == ["/0 is at a0!", "/1/12/12 is at b12!"])
  }

  @Test(arguments: [(false, 5), (true, 0)])
  func `an action cancels the root's run, or all if it does so after the lift`(
    isAfterLift: Bool,
    remaining: Int
  ) async {
    store.register(
      feature: Feature(id: "folder").reducer(Self.reducer).lift(tree: \.folders)
    )
    let feedback = Feedback<Folder, String>(whenChanged: \.name) { _, _, context in
      try await context.sleep(for: .seconds(1))
      context.send(Loaded(text: "loaded"))
    }
    store.register(
      feedback: isAfterLift
        ? feedback.lift(tree: \.folders).cancelled(by: Stop.self)
        : feedback.cancelled(by: Stop.self).lift(tree: \.folders)
    )
    store.send(Stop())
    #expect(await loaded(after: 2).count == remaining)
  }

  @Test func `effects and feedbacks are lifted by themselves, and over several trees`() async {
    struct Shelf: Sendable { var roots: Entities<Folder> }
    final class LoadEffects: Effects<String> {
      let load = TreeTests.load
    }
    let reducer = Reducer<Folder>.recursive { this in
      .combine(Self.reducer, this.lift(elements: \.folders))
    }
    let bench = Bench(
      state: Shelf(roots: [Self.root]),
      environment: "at ",
      reducers: [reducer.lift(elements: \Shelf.roots)]
    )
    let store = bench.store
    store.register(effects: LoadEffects().lift(tree: \Folder.folders).lift(elements: \Shelf.roots))
    store.register(
      feedback: Feedback<Folder, String>(whenBecomesTrue: { $0.name == "x" }) { _, context in
        context.send(Loaded(text: "x"))
      }
      .lift(tree: \.folders).lift(elements: \Shelf.roots)
    )
    store.send(Self.nested(Load(), [0]), Self.nested(Load(), [0, 1, 12]))
    store.send(Self.nested(Rename(name: "x"), [0, 2, 11]))
    await bench.advance(2)
    let loaded = store.roots.flatMap { Self.loaded($0, .entities) }
    #expect(loaded == ["/at 0", "/1/12/at 12", "/2/11/x"])
  }
}
