import SluiceCore
import SluiceEffects

extension Feedback {
  /// Returns this feedback for a state that has this one's at a place, and for actions that wrap its own.
  func lifted<Whole, Key>(
    to place: Place<Whole, Key, State>,
    by lift: ActionLift
  ) -> Feedback<Whole, Environment> {
    Feedback<Whole, Environment>(
      site: site,
      name: name,
      requests: requests.lifted(to: place),
      ending: ending,
      settings: settings.lifted(by: lift),
      access: access.lifted(by: lift).lifted(to: place),
      work: { [work] key, environment, context in
        try await work(key, environment, context.lifted(by: lift))
      }
    )
  }

  /// Returns this feedback for an environment from which its own is made.
  func lifted<Whole: Sendable>(
    environment part: @escaping @Sendable (Whole) -> Environment
  ) -> Feedback<State, Whole> {
    Feedback<State, Whole>(
      site: site,
      name: name,
      requests: requests,
      ending: ending,
      settings: settings,
      access: access,
      work: { [work] key, environment, context in
        try await work(key, part(environment), context)
      }
    )
  }
}
