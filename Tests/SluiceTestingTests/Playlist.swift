import Sluice
import SluiceTesting

/// What the tests of the interceptor dispatch.
struct Playlist: Sendable, Equatable {
  var titles: [String] = []
}

struct AddTitle: Action, Equatable {
  let title: String
}

/// Has no `==`: it is compared by its contents.
struct MoveTitle: Action {
  let from: Int
  let to: Int
}

class Playback: Action, @unchecked Sendable {}
final class Pause: Playback, @unchecked Sendable {}

let shuffle = ActionTemplate(id: "Shuffle")
let setVolume = ActionTemplate(id: "SetVolume", payloadType: Double.self)

extension Store where State == Playlist, Environment == Void {
  /// A store that keeps titles, and an interceptor that watches it.
  static func watched() -> (Store, TestInterceptor<Playlist>) {
    let store = Store(
      initialState: Playlist(),
      reducers: [
        Reducer(ReduceOn(AddTitle.self) { state, action in state.titles.append(action.title) })
      ]
    )
    let interceptor = TestInterceptor<Playlist>()
    store.register(interceptor: interceptor)
    return (store, interceptor)
  }
}
