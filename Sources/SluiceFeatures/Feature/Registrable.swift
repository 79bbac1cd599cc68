package import SluiceCore
import SluiceEffects

/// What can be registered for the part of a store's state at a place: an interceptor, a history.
///
/// A ``Feature`` brings it along, and knows no more of it.
package protocol Registrable<State>: Sendable {
  associatedtype State: Sendable

  /// Names it in a diagnostic.
  var name: String { get }

  /// - Parameter place: Where the part is.
  func register<Whole: Sendable>(
    in core: StateCore<Whole>,
    at place: Place<Whole, Only, State>,
    _ registration: Int
  )
}

/// What is registered for a part of the part at a place.
struct LiftedRegistrable<Base: Registrable, State: Sendable>: Registrable {
  let base: Base
  let place: Place<State, Only, Base.State>

  var name: String { base.name }

  func register<Whole: Sendable>(
    in core: StateCore<Whole>,
    at outer: Place<Whole, Only, State>,
    _ registration: Int
  ) {
    base.register(in: core, at: outer.appending(place), registration)
  }
}

extension Registrable {
  /// Returns what is registered for a state that has this one's at a place; `nil` for elements, of
  /// which there are several.
  func lifted<Whole, Key>(to place: Place<Whole, Key, State>) -> (any Registrable<Whole>)? {
    (place as? Place<Whole, Only, State>).map { LiftedRegistrable(base: self, place: $0) }
  }
}

/// An interceptor that a feature brings along.
struct RegistrableInterceptor<Base: Interceptor>: Registrable {
  let base: Base

  var name: String { "\(type(of: base))" }

  /// Registers it to be notified of all commits after which the part is there, including those that
  /// changed only other parts.
  func register<Whole: Sendable>(
    in core: StateCore<Whole>,
    at place: Place<Whole, Only, Base.State>,
    _ registration: Int
  ) {
    if place.isWhole, let core = core as? StateCore<Base.State> {
      return core.register(base, registration)
    }
    core.register(
      WrappedInterceptor<Base, Whole>(base, isLifted: true) { commit in
        if let commit = commit.compactMap({ place.find($0, .part) }) { base.committed(commit) }
      },
      registration
    )
  }
}

extension StateCore {
  /// Registers an interceptor that is made from the state of that moment, and has every later commit.
  package func register<Made: Interceptor<State>>(
    _ registration: Int,
    make: (_ number: Int, _ box: StateBox<State>) -> Made
  ) -> Made {
    locked("register(interceptor:)") { held in
      let interceptor = make(number, StateBox(box))
      let entry = InterceptorEntry(interceptor, registration: registration) {
        interceptor.committed(Commit($0, $1, $2))
      }
      add(entry, held)
      return interceptor
    }
  }

  package func register(_ interceptor: some Interceptor<State>, _ registration: Int) {
    register(
      InterceptorEntry(interceptor, registration: registration) {
        interceptor.committed(Commit($0, $1, $2))
      }
    )
  }
}

extension Commit {
  /// Returns this commit with a part of each state; `nil` if the new one has no such part.
  fileprivate func compactMap<Part>(_ part: (State) -> Part?) -> Commit<Part>? {
    part(new.value).map { newPart in
      Commit<Part>(
        record,
        old.flatMap { part($0.value) }.map { StateBox(holding: $0).storage },
        StateBox(holding: newPart).storage
      )
    }
  }
}
