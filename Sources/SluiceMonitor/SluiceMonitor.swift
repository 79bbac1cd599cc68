// What a program brings for an Explorer: an interceptor that sends what the store does, or records it, and takes commands.
//
// Read `ExplorerInterceptor.swift`, which dispatching threads call; `Link.swift`, what they share with a background
// thread; and `Worker.swift`, that thread, with `Worker+Streaming.swift` and `Worker+Recording.swift`. `Buffering` has what
// waits, `Recording` makes records, `Redaction` withholds values, `Commands` does what an Explorer asks for.
//
// Words: an *event* is what waits to become a record; a *hub*, the Explorer to which programs connect; the *backlog*, the
// events kept until one connects; *dropped* is what a full buffer or a slow peer costs.
