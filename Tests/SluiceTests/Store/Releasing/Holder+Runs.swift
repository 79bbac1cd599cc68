import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Holder {
  /// Where runs, and those who set them off, hold something.
  static let runs: [Holder] = [
    Holder("an action whose run has ended", with: .on(Carry.self).run { _, _ in }, [.carry()]),
    Holder(
      "an action whose run another one cancels",
      with: sleeping.cancelled(by: Step.self),
      [.carry(), .advance(), .step()]
    ),
    Holder(
      "an action whose run an unregistration cancels",
      with: sleeping,
      [.carry(), .advance(), .unregister]
    ),
    Holder(
      "an action that falls out of those that runs may ask for",
      atOnce: true,
      with: waiting,
      [.leave, .advance(), .carry(), .step(1_500)]
    ),
    Holder(
      "actions that the last run leaves behind",
      with: waiting,
      [.leave, .advance(), .carry(10), .stop, .advance()]
    ),
    Holder(
      "actions that a cancelled run leaves behind",
      with: waiting,
      [.leave, .advance(), .carry(10), .unregister]
    ),
    Holder(
      "an action that a run waited for",
      with: .on(Enter.self).run { _, _, context in _ = try await context.next(Carry.self) },
      [.leave, .advance(), .carry(), .advance()]
    ),
    Holder(
      "an action that a run found",
      atOnce: true,
      with: .on(Enter.self).run { _, _, context in
        try await context.sleep(for: .seconds(1))
        _ = try await context.next(Carry.self)
        _ = try? await context.next(Stop.self)
      },
      [.leave, .advance(), .carry(), .advance(1), .step(1_500)]
    ),
    Holder("actions that a stream has not read") { scene in
      let registration = scene.store.register(
        effect: .nonDispatching { actions, _ in
          var iterator = actions.makeAsyncIterator()
          _ = await iterator.next()
          try? await scene.clock.sleep(for: .seconds(1))
        }
      )
      scene.carry(10)
      await scene.clock.advance()
      registration.unregister()
    },
    Holder("actions that an iterator has not read") { scene in
      scene.store.register(
        effect: .nonDispatching { actions, _ in
          do {
            var iterator = actions.makeAsyncIterator()
            _ = await iterator.next()
          }
          try? await scene.clock.sleep(for: .seconds(1))
        }
      )
      scene.carry(10)
      await scene.clock.advance()
    },
    Holder(
      "actions that a stream has read",
      with: .nonDispatching { actions, _ in for await _ in actions {} },
      [.carry(10)]
    ),
    Holder("an error that nothing catches") { scene in
      scene.store.register(interceptor: EffectProbe<Room> { _ in })
      await fail(scene) { $0 }
    },
    Holder("an error that is caught, and what answers it") { scene in
      await fail(scene) { failing in
        failing.retry(attempts: 3).catch { _, _ in Carry(witness: scene.witness()) }
      }
    },
    Holder("an attempt that takes too long") { scene in
      scene.store.register(
        effect: .on(Carry.self).run { (_, _, context: RunContext<Void>) async throws -> Void in
          try? await context.sleep(for: .seconds(5))
          throw HeldError(witness: scene.witness())
        }
        .timeout(after: .seconds(1))
      )
      scene.carry()
      await scene.clock.advance(by: .seconds(10))
    },
    Holder("a follow-up in the delivery", atOnce: true) { scene in
      scene.followUp { hold in
        .action {
          hold()
          return Step()
        }
      }
    },
    Holder("a follow-up in a task") { scene in
      scene.followUp { hold in
        .fireAndForget {
          await Task.yield()
          hold()
        }
      }
    },
    // The lanes of idle keys are released when there are more than some.
    Holder("a key of a lane that is idle", with: serial, [.carryInTurn(300), .unregister]),
    Holder(
      "a key of a lane in which something waits",
      with: serial.debounce(for: .seconds(1)),
      [.carry(10), .unregister]
    ),
  ]

  private static var sleeping: ActionEffect<Void, Carry> {
    .on(Carry.self).run { _, _, context in try await context.sleep(for: .seconds(1)) }
  }

  /// May ask for all actions from its start until ``Stop``.
  private static var waiting: ActionEffect<Void, Enter> {
    .on(Enter.self).run { _, _, context in _ = try await context.next(Stop.self) }
  }

  private static var serial: ActionEffect<Void, Carry> {
    .on(Carry.self).run { _, _ in }.overlap(.serial, by: { Guest(witness: $0.witness) })
  }

  private struct HeldError: Error {
    let witness: Witness
  }

  /// Has a run throw an error.
  private static func fail(
    _ scene: ReleasingScene,
    _ change: (ActionEffect<Void, Step>) -> ActionEffect<Void, Step>
  ) async {
    let effect = ActionEffect<Void, Step>.on(Step.self).run { (_, _) async throws -> Void in
      throw HeldError(witness: scene.witness())
    }
    scene.store.register(effect: change(effect))
    scene.step()
    await scene.clock.advance()
  }

  /// Where a feedback holds something that it works on, and how that ends.
  static let feedbacks: [Holder] =
    [replaced]
    + working("a value that a feedback works on") {
      $0.register(feedback: Feedback(for: \.comparableGuest, work))
    }
    + working("a value that a feedback works on while it is there") {
      $0.register(feedback: Feedback(for: \.comparableGuest, work))
    }
    + working("a key that a feedback works for") { store in
      let guests = { @Sendable (room: Room) in room.comparableGuest.map { [$0] } ?? [] }
      return store.register(feedback: Feedback(each: guests, work))
    }
    + working("a value of a feedback for a part") { store in
      let feedback = Feedback<Guest?, Void>(for: { $0 }, work)
      return store.register(feedback) { $0.lift(.state(\.comparableGuest)) }
    }

  private static let ends: [(name: String, moves: [ReleasingScene.Move])] = [
    ("there is another", [.advance(), .invite, .advance(), .invite, .advance()]),
    ("there is none", [.advance(), .dismiss, .invite]),
    ("it has worked on it", [.advance(5)]),
    ("it is unregistered", [.advance(), .unregister]),
  ]

  private static func working(_ name: String, _ register: @escaping Register) -> [Holder] {
    ends.map { end, moves in
      Holder("\(name), when \(end)") { scene in
        scene.registration.value = register(scene.store)
        scene.invite()
        for move in moves { await move.play(scene) }
        scene.dismiss()
      }
    }
  }

  private static let replaced =
    Holder("the closures of a feedback that another one takes the place of") { scene in
      for _ in 0..<3 {
        let feedback = Feedback<Room, Void>(
          while: scene.holding { $0.count > 0 },
          { [hold = scene.holding()] _, context in
            hold()
            try await context.sleep(for: .seconds(1))
          }
        )
        scene.store.register(feedback: feedback, id: "replaced")
        scene.step()
        await scene.clock.advance()
      }
      scene.store.unregisterEffects(withID: "replaced")
      // The cancelled run holds the feedback until it has ended.
      await scene.clock.advance()
      scene.askManySelectors()
    }

  private static func work<State>(
    _ value: some Sendable,
    _: Void,
    _ context: RunContext<State>
  ) async throws {
    try await context.sleep(for: .seconds(1))
    withExtendedLifetime(value) {}
  }
}

extension ReleasingScene.Move {
  fileprivate static func carryInTurn(_ count: Int) -> Self {
    Self { scene in
      for _ in 0..<count {
        scene.carry()
        await scene.clock.advance()
      }
    }
  }
}
