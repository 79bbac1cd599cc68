import Sluice
import SluiceTesting
import Testing

/// A value that is equal to itself only.
struct Guest: Hashable, Sendable {
  let witness: Witness

  static func == (one: Self, other: Self) -> Bool { one.witness === other.witness }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(witness)) }
}

extension Room {
  /// The guest as a value that can be compared.
  var comparableGuest: Guest? { guest.map { Guest(witness: $0) } }
}

extension Holder {
  /// Where a feedback holds something.
  static let feedbacks: [Holder] = [
    Holder("the closures of a feedback that is unregistered") { scene in
      let registration = scene.store.register(
        feedback: Feedback(
          whenChanged: { [hold = scene.holding()] (room: Room) in
            hold()
            return room.count
          },
          { [hold = scene.holding()] _, _, _ in hold() }
        )
      )
      scene.step()
      await scene.clock.advance()
      registration.unregister()
      await scene.clock.advance()
      scene.askManySelectors()
    },
    Holder("the closures of a feedback that another one takes the place of") { scene in
      for _ in 0..<3 {
        scene.store.register(
          feedback: Feedback(
            while: { [hold = scene.holding()] (room: Room) in
              hold()
              return room.count > 0
            },
            { [hold = scene.holding()] _, context in
              hold()
              try await context.sleep(for: .seconds(1))
            }
          ),
          id: "replaced"
        )
        scene.step()
        await scene.clock.advance()
      }
      scene.store.unregisterEffects(withID: "replaced")
      // The cancelled run holds the feedback until it has ended.
      await scene.clock.advance()
      scene.askManySelectors()
    },
    Holder("a value that a feedback works on, when there is another") { scene in
      scene.store.register(feedback: Feedback(whenChanged: \.comparableGuest, work))
      for _ in 0..<3 {
        scene.invite()
        await scene.clock.advance()
      }
      scene.store.restore(nil, at: \.guest)
    },
    Holder("a value that a feedback works on, when there is none") { scene in
      scene.store.register(feedback: Feedback(whenSome: \.comparableGuest, work))
      scene.invite()
      await scene.clock.advance()
      scene.store.restore(nil, at: \.guest)
      scene.invite()
      scene.store.restore(nil, at: \.guest)
    },
    Holder("a value that a feedback has worked on") { scene in
      scene.store.register(feedback: Feedback(whenSome: \.comparableGuest, work))
      scene.invite()
      await scene.clock.advance(by: .seconds(5))
      scene.store.restore(nil, at: \.guest)
    },
    Holder("a key that a feedback works for") { scene in
      scene.store.register(
        feedback: Feedback(each: { (room: Room) in room.comparableGuest.map { [$0] } ?? [] }, work)
      )
      for _ in 0..<3 {
        scene.invite()
        await scene.clock.advance()
      }
      scene.store.restore(nil, at: \.guest)
    },
    Holder("a value of a feedback that is unregistered") { scene in
      let registration = scene.store.register(feedback: Feedback(whenSome: \.comparableGuest, work))
      scene.invite()
      await scene.clock.advance()
      registration.unregister()
      scene.store.restore(nil, at: \.guest)
    },
    Holder("a value of a feedback for a part") { scene in
      scene.store.register(
        feedback: Feedback<Guest?, Void>(whenSome: { $0 }, work),
        for: \.comparableGuest
      )
      scene.invite()
      await scene.clock.advance()
      scene.store.restore(nil, at: \.guest)
    },
  ]

  private static func work<State>(
    _ value: some Sendable,
    _: Void,
    _ context: RunContext<State>
  ) async throws {
    try await context.sleep(for: .seconds(1))
    withExtendedLifetime(value) {}
  }
}
