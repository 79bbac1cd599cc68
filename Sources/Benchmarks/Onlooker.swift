import Sluice

/// An interceptor that counts commits and gaps in their numbers, with given interests.
struct Onlooker<State: Sendable>: Interceptor {
  let interests: InterceptorInterests
  let commits = Tally()
  let gaps = Tally()

  init(_ interests: InterceptorInterests) {
    self.interests = interests
  }

  func committed(_ commit: Commit<State>) {
    commits.add()
    if commit.number != commits.count { gaps.add() }
  }
}
