import SluiceCore
import SluiceEffects

extension Effect {
  /// Returns this effect for a state that has the one that its runs read at a place, and for actions that
  /// wrap its own.
  func lifted<Whole, Key, Part>(
    to place: Place<Whole, Key, Part>,
    by lift: ActionLift
  ) -> Effect {
    Effect(
      site: site,
      work: lift.isEmpty ? work : work.lifted(by: lift),
      access: access.lifted(by: lift).lifted(to: place)
    )
  }

  /// Returns this effect for an environment from which its own is made, once, at registration.
  func lifted<Whole: Sendable>(
    environment part: @escaping @Sendable (Whole) -> Environment
  ) -> Effect<Whole> {
    Effect<Whole>(site: site, work: work.lifted(part), access: access)
  }
}

extension EffectWork {
  /// Returns the work for wrapping actions.
  func lifted(by lift: ActionLift) -> EffectWork {
    switch self {
    case .synchronous(let match, let make):
      .synchronous(match.lifted(by: lift)) { environment in
        let work = make(environment)
        return { action, answer in
          // Checked again, as below.
          guard let (local, lift) = lift.enter(action), match.matches(PartAction.unwrap(local))
          else { return }
          work(local) { answer(lift.embed($0)) }
        }
      }
    case .run(let match, let settings, let make):
      .run(match.lifted(by: lift), settings.lifted(by: lift), match.lifting(make, by: lift))
    case .cancel(let match, let id):
      .cancel(match.lifted(by: lift), id: id)
    case .stream(let work):
      .stream { actions, environment, context in
        try await work(actions.lifted(by: lift), environment, context.lifted(by: lift))
      }
    case .source(let work):
      .source { environment, context in try await work(environment, context.lifted(by: lift)) }
    }
  }

  /// Returns the work for a larger environment.
  func lifted<Whole: Sendable>(
    _ part: @escaping @Sendable (Whole) -> Environment
  ) -> EffectWork<Whole> {
    switch self {
    case .synchronous(let match, let make):
      .synchronous(match) { make(part($0)) }
    case .run(let match, let settings, let make):
      .run(match, settings) { make(part($0)) }
    case .cancel(let match, let id):
      .cancel(match, id: id)
    case .stream(let work):
      .stream { actions, environment, context in
        try await work(actions, part(environment), context)
      }
    case .source(let work):
      .source { environment, context in try await work(part(environment), context) }
    }
  }
}

extension ActionMatch {
  /// Returns a run's work for wrapping actions, given that for the actions that match.
  func lifting<Environment: Sendable>(
    _ make: @escaping @Sendable (Environment) -> RunWork,
    by lift: ActionLift
  ) -> @Sendable (Environment) -> RunWork {
    { environment in
      let work = make(environment)
      return { action, context in
        // Checked again: the closure that extracts might not be pure.
        guard let (local, lift) = lift.enter(action), self.matches(PartAction.unwrap(local))
        else { return }
        try await work(local, context.lifted(by: lift))
      }
    }
  }
}

extension RunSettings {
  /// Returns the settings for wrapping actions.
  func lifted(by lift: ActionLift) -> RunSettings {
    var settings = self
    settings.cancellers = cancellers.map { $0.lifted(by: lift) }
    settings.conditionalCancellers = conditionalCancellers.map { canceller in
      ConditionalCanceller(
        accepts: { lift.accepts($0) ?? canceller.accepts($0) },
        condition: canceller.condition?.lifted(by: lift)
      ) { action, trigger in
        guard let (trigger, lift) = lift.enter(trigger), let action = lift.extract(action),
          canceller.accepts(type(of: action))
        else { return false }
        return canceller.matches(action, trigger)
      }
    }
    settings.conditions = conditions.map { $0.lifted(by: lift) }
    if let key { settings.key = { action in lift.extract(action).flatMap { key($0) } } }
    if let recover {
      settings.recover = { error, context in
        // An action that isn't this lift's started nothing.
        guard let (local, lift) = lift.enter(context.input) else { return nil }
        return recover(error, context.lifted(local, by: lift)).map { lift.embed($0) }
      }
    }
    if let onRetry {
      settings.onRetry = { error, wait, context in
        guard let (local, lift) = lift.enter(context.input) else { return }
        onRetry(error, wait, context.lifted(local, by: lift))
      }
    }
    return settings
  }
}
