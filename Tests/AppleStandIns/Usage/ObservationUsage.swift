// What a program does with Sluice's part of Observation: the source of the examples in the
// documentation.
import Observation
import Sluice

@MainActor
func observe() async {
  let count = store.observed(Selectors.count)

  withObservationTracking {
    print("\(count.value) to do")
  } onChange: {
    print("that has changed")
  }

  for await value in Observations({ count.value }) { print(value) }

  let name = store.observed(\.name) { NameTyped(name: $0) }
  name.value = "Ada"
}
