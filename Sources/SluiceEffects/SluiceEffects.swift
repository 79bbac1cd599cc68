// Work that actions and states start: effects, feedbacks and follow-ups, and the runs that perform it.
//
// `Effect`, `Feedback` and `FollowUp` have what a program writes. `Runs` has how it works: read `RunScheduler.swift`,
// which the core knows as its `RunOwner`, then `EffectEntry+Receiving.swift` (what a commit starts) and
// `RunScheduler+Running.swift` (the life of a run). `Scope.swift` and `Cancelling.swift` are all of cancelling.
//
// Words: an *entry* is an effect that is registered; a *run*, one execution of it, in *attempts*; a *scope*, of what
// all runs can be cancelled at once; a *lane*, the runs that depend on each other; an *inbox* has the actions that a
// run may still ask for. A *part* is here an element, or a part that may be absent, to which runs belong.
