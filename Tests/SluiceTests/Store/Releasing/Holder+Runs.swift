import Sluice
import SluiceTesting
import Testing

extension Holder {
  /// Where runs, and those who set them off, hold something.
  static let runs: [Holder] = [
    Holder("an action whose run has ended") { scene in
      scene.store.register(effect: .on(Carry.self) { _, _ in })
      scene.carry()
    },
    Holder("an action whose run another one cancels") { scene in
      scene.store.register(
        effect: .on(Carry.self) { _, _, context in try await context.sleep(for: .seconds(1)) }
          .cancelled(by: Step.self)
      )
      scene.carry()
      await scene.clock.advance()
      scene.step()
    },
    Holder("an action whose run an unregistration cancels") { scene in
      let registration = scene.store.register(
        effect: .on(Carry.self) { _, _, context in try await context.sleep(for: .seconds(1)) }
      )
      scene.carry()
      await scene.clock.advance()
      registration.unregister()
    },
    Holder("an action that falls out of those that runs may ask for") { scene in
      startWaiting(scene)
      await scene.clock.advance()
      scene.carry()
      scene.step(1_500)
      try scene.expectAllInState()
    },
    Holder("actions that the last run leaves behind") { scene in
      startWaiting(scene)
      await scene.clock.advance()
      for _ in 0..<10 { scene.carry() }
      scene.store.dispatch(action: Stop())
      await scene.clock.advance()
    },
    Holder("actions that a cancelled run leaves behind") { scene in
      let registration = startWaiting(scene)
      await scene.clock.advance()
      for _ in 0..<10 { scene.carry() }
      registration.unregister()
    },
    Holder("an action that a run waited for") { scene in
      scene.store.register(
        effect: .on(Enter.self) { _, _, context in _ = try await context.next(Carry.self) }
      )
      scene.store.dispatch(action: Enter())
      await scene.clock.advance()
      scene.carry()
      await scene.clock.advance()
    },
    Holder("an action that a run found") { scene in
      scene.store.register(
        effect: .on(Enter.self) { _, _, context in
          try await context.sleep(for: .seconds(1))
          _ = try await context.next(Carry.self)
          _ = try? await context.next(Stop.self)
        }
      )
      scene.store.dispatch(action: Enter())
      await scene.clock.advance()
      scene.carry()
      await scene.clock.advance(by: .seconds(1))
      scene.step(1_500)
      try scene.expectAllInState()
    },
    Holder("actions that a stream has not read") { scene in
      let registration = scene.store.register(
        effect: .nonDispatching { actions, _ in
          var iterator = actions.makeAsyncIterator()
          _ = await iterator.next()
          try? await scene.clock.sleep(for: .seconds(1))
        }
      )
      for _ in 0..<10 { scene.carry() }
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
      for _ in 0..<10 { scene.carry() }
      await scene.clock.advance()
    },
    Holder("actions that a stream has read") { scene in
      scene.store.register(effect: .nonDispatching { actions, _ in for await _ in actions {} })
      for _ in 0..<10 { scene.carry() }
    },
    Holder("an error that nothing catches") { scene in
      scene.store.register(interceptor: EffectProbe<Room> { _ in })
      scene.store.register(
        effect: .on(Step.self) { (_, _) async throws -> Void in
          throw HeldError(witness: scene.witness())
        }
      )
      scene.step()
      await scene.clock.advance()
    },
    Holder("an error that is caught, and what answers it") { scene in
      scene.store.register(
        effect: .on(Step.self) { (_, _) async throws -> Void in
          throw HeldError(witness: scene.witness())
        }
        .retry(attempts: 3)
        .catch { _, _ in Carry(witness: scene.witness()) }
      )
      scene.step()
      await scene.clock.advance()
    },
    Holder("an attempt that takes too long") { scene in
      scene.store.register(
        effect: .on(Carry.self) { (_, _, context: RunContext<Void>) async throws -> Void in
          try? await context.sleep(for: .seconds(5))
          throw HeldError(witness: scene.witness())
        }
        .timeout(after: .seconds(1))
      )
      scene.carry()
      await scene.clock.advance(by: .seconds(10))
    },
    Holder("a follow-up in the delivery") { scene in
      scene.store.dispatch(
        action: Enter(makeFollowUps: { [scene] in
          let hold = scene.holding()
          return [
            .action {
              hold()
              return Step()
            }
          ]
        })
      )
      try scene.expectAllInState()
    },
    Holder("a follow-up in a task") { scene in
      scene.store.dispatch(
        action: Enter(makeFollowUps: { [scene] in
          let hold = scene.holding()
          return [
            .fireAndForget {
              await Task.yield()
              hold()
            }
          ]
        })
      )
    },
    Holder("a key of a lane that is idle") { scene in
      let registration = scene.store.register(
        effect: .on(Carry.self) { _, _ in }
          .overlap(.serial, by: { Key(witness: $0.witness) })
      )
      // The lanes of idle keys are released when there are more than some.
      for _ in 0..<300 {
        scene.carry()
        await scene.clock.advance()
      }
      registration.unregister()
    },
    Holder("a key of a lane in which something waits") { scene in
      let registration = scene.store.register(
        effect: .on(Carry.self) { _, _ in }
          .debounce(for: .seconds(1))
          .overlap(.serial, by: { Key(witness: $0.witness) })
      )
      for _ in 0..<10 { scene.carry() }
      registration.unregister()
    },
  ]

  /// Sets off a run that may ask for all actions from now on, until ``Stop``.
  @discardableResult
  private static func startWaiting(_ scene: ReleasingScene) -> StoreRegistration {
    let registration = scene.store.register(
      effect: .on(Enter.self) { _, _, context in _ = try await context.next(Stop.self) }
    )
    scene.store.dispatch(action: Enter())
    return registration
  }

  private struct HeldError: Error {
    let witness: Witness
  }

  /// Distinguishes objects.
  private struct Key: Hashable {
    let witness: Witness

    static func == (one: Self, other: Self) -> Bool { one.witness === other.witness }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(witness)) }
  }
}
