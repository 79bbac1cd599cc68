// Tests of reducers, effects and whole features: stores that expect, a clock that stands, recordings as tests.
//
// Read `TestStore/TestStore.swift` and `TestStore/ExpectingStore.swift`; `TestClock` has the clock, and the executor that
// knows when tasks are idle. `TestInterceptor`, `MockStore` and `EffectRunner` are for tests of one thing each,
// `StoreRecording` for those from a recording. `Failure` has how a failure is shown.
//
// Words: a *ledger* has what happened and was not yet expected; a test is *exhaustive* if nothing may remain in it; a
// *gate* holds runs back until the test lets them begin.
