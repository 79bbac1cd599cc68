// A store, and what reads and changes it: actions, reducers, selectors, places, interceptors, middleware. A whole
// program can be made with this module alone.
//
// Read `Store/Store.swift` first, then the folder of what you look for; each is named after its type. How it works
// is in `Engine`: begin with `Engine/Core/Core+Dispatch.swift`, the path of an action from top to bottom. What runs
// effects is a `RunOwner` (`Engine/Core/RunOwner.swift`); the core knows no more of it.
//
// Words: a *commit* is an action that was reduced, or a state that was restored. Its *number* counts commits without a
// gap; its *version* changes with the state, and when an override is set or reset. A *delivery* is what observers are
// called with: a commit, an event of a run, an override; its *ticket*, its place in their order. The *turn* is the right
// to commit and deliver with nothing pending. A *route* is what a type of action leads to; a *place*, where a part is in
// a state, a *part*, what is there; a *box* holds a state; a *cell* is a selector's memo, and its *home* the store or
// projection that it is for.
