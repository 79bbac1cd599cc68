/// Applies every sequence of events up to a length to copies of a model.
///
/// - Parameter apply: Changes and checks a model; returns whether the event is possible.
/// - Returns: The number of sequences, with the empty one.
@discardableResult
func everySequence<Model, Event>(
  of events: [Event],
  upTo length: Int,
  from model: Model,
  apply: (inout Model, Event) throws -> Bool
) rethrows -> Int {
  if length == 0 { return 1 }
  return try events.reduce(1) { count, event in
    var next = model
    guard try apply(&next, event) else { return count }
    return try count + everySequence(of: events, upTo: length - 1, from: next, apply: apply)
  }
}
