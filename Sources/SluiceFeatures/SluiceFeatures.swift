// What belongs to one part of a program, registered together: a feature, and lifting what it has to a larger state.
//
// Read `Feature/Feature.swift`, then `Feature/Feature+Lifting.swift`; `Lifting` has how each kind of thing is lifted.
// Reducers lift themselves, in the core.
//
// Words: to *lift* is to make something for a part serve a whole; a *registrable* is what a feature brings along and
// knows no more of, such as an interceptor or a history.
