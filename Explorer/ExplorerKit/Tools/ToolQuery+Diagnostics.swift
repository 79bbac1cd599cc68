import SluiceTree
import SluiceWire

extension ToolQuery {
  mutating func diagnostics() -> Tree {
    let page = page(of: history.diagnostics.entries) { diagnostic, fitting in
      .object(present: [
        ("id", fitting.text(diagnostic.id)), ("count", .number(diagnostic.count)),
        ("lastTime", ToolJSON.time(diagnostic.time)),
        ("commit", diagnostic.commit.map { .number($0) }),
        ("effect", diagnostic.effect.map { fitting.text($0) }),
        ("run", diagnostic.run.map { .number($0) }),
        ("position", diagnostic.position.map { fitting.text($0) }),
        ("cause", fitting.text(diagnostic.cause)),
        ("cure", diagnostic.cure.isEmpty ? nil : fitting.text(diagnostic.cure)),
      ])
    }
    return answer([], "diagnostics", page)
  }
}
