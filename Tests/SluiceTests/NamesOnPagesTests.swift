import Foundation
import TestSupport
import Testing

/// What users of another system look for has its name on that system's page.
@Suite(.inTurn) struct NamesOnPagesTests {
  private static let names: [String: [String]] = [
    "ComingFromFluxor": [
      "Store(initialState:environment:reducers:)", "dispatch(action:", "EncodableAction",
      "IdentifiableAction", "ActionTemplate", "AnonymousAction", "wasCreated(from:", "ReduceOn",
      "register(reducer:for:)", "unregister(reducer:)", "Selector(keyPath:", "Selector(projector:",
      "Selector1", "Selector.with(", "memo", "includingRepeats()", "selectCurrent",
      "dispatchingOne",
      "dispatchingMultiple", "nonDispatching", "enabledEffects", "unregisterEffects", "ofType",
      "withIdentifier", "PrintInterceptor", "unregisterInterceptors(ofType:)", "actionsFrom:",
      "TestInterceptor", "waitForActions(expectedNumberOfActions:", "MockStore", "overrideSelector",
      "EffectRunner", "StoreValue", "binding(get:", "enable:", "FluxorExplorerInterceptor",
    ],
    "ComingFromSwiftRex": [
      "ActionSource", "Middleware", "IO", "Never", "EffectMiddleware", ".doNothing", ".just",
      ".sequence", ".promise", ".fireAndForget", ".toCancel", "MiddlewareReader", "<>", ".identity",
      "lift", "StoreProjection", "ObservableViewModel", ".whenDifferent", "LoggerMiddleware",
      "InstrumentationMiddleware", "GatedMiddleware", "SwiftRexMonitor", "Handler", "StoreType",
      "ActionHandler", "StateProvider", "info", "Sourcery", "crash reports", "supervise",
      "liftCollection", "identifier:", "liftEach", "channels", "optional part", "TestingExtensions",
    ],
    "ComingFromTheComposableArchitecture": [
      "combine", "pullback", "logging", "a reducer returns effects", ".fireAndForget", ".action",
      "Favourite primes", "TestStore", "exhaustivity", ".throttle", "latest: false", ".debounce",
      ".cancellable", ".cancel(id:", "currentState", "Scope", "ifLet", "ifCaseLet", "forEach",
      "`isLoading`, set", "overlap(.latest)", "edges: .both", "@Shared", "skipInFlightEffects",
      "strict:",
    ],
    "ComingFromReactiveFeedback": [
      "Feedback(predicate:)", "skippingRepeated:", "lensing:", "whenBecomesTrue:", "Loop", "while:",
      "restartsOnChange", "events from outside", "a scheduler for each feedback", "retry",
      "a new value cancels", "state changes serialised",
    ],
    "ComingFromReSwift": [
      "slices", "skipRepeats", "`only`", "`skip`", "subscribe(weak", "getState", "`next`", "thunks",
      "several stores", "A dispatch within a reducer", "Diffs of lists", "time machine",
      "A state with a bug report", "never optional",
    ],
    "ComingFromRedux": [
      "createSlice", "createAsyncThunk", "thunk", "createSelector", "entity adapter", "RTK Query",
      "createListenerMiddleware", "take", "condition", "fork", "cancelActiveListeners",
      "getOriginalState", "redux-persist", "isLoading", "listeners", "whileObserved",
    ],
    "ComingFromNgRx": [
      "createAction", "createReducer", "createSelector", "createEffect", "createEntityAdapter",
      "withLatestFrom", "switchMap", "concatMap", "exhaustMap", "provideMockStore", "IsLoading",
    ],
  ]

  @Test(arguments: names.keys.sorted())
  func `a page has the names that users of another system look for`(page: String) throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let file = root.appending(path: "Sources/Sluice/Sluice.docc/\(page).md")
    let text = try String(contentsOf: file, encoding: .utf8)
    for name in try #require(Self.names[page]) {
      #expect(text.contains(name), "\(name)")
    }
  }
}
