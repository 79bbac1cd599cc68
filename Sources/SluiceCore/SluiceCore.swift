// A store, and what reads and changes it: actions, reducers, selectors, places, interceptors, middleware. A whole
// program can be made with this module alone.
//
// Read `Store/Store.swift` first, then the folder of what you look for; each is named after its type. How it works
// is in `Engine`: begin with `Engine/Core/Core+Dispatch.swift`, the path of an action from top to bottom. What runs
// effects is a `RunOwner` (`Engine/Core/RunOwner.swift`); the core knows no more of it.
//
// Words: a *commit* is an action that was reduced, or a state that was restored, with its number; a *delivery*, what
// its observers are called with; the *turn*, the right to commit and deliver with nothing pending; a *route*, what a
// type of action leads to; a *place* is where a part is in a state, a *part* what is there; a *box* holds a state; a
// *cell* is a selector's memo, and its *home* the store or projection that it is for.
