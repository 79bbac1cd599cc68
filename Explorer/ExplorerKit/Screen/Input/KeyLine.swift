import ExplorerTerminal

/// The line at the bottom: the keys that are useful now.
enum KeyLine {
  static func line(
    isInDetail: Bool,
    isInForm: Bool = false,
    overlay: Overlay?,
    width: Int
  ) -> PaneLine {
    let bindings: [(name: String, short: String)] =
      switch overlay {
      case _ where isInForm: FormBinding.all.map { ($0.name, $0.short) }
      case .help: [("j k", "scroll"), ("Esc", "back")]
      case .programs: [("j k", "move"), ("Enter", "choose"), ("1–9", "choose"), ("Esc", "back")]
      case nil:
        KeyBinding.all.filter { binding in
          switch binding.place {
          case .always: true
          case .list: !isInDetail
          case .detail: isInDetail
          case .never: false
          }
        }
        .map { ($0.name, $0.short) }
      }
    var spans: [Span] = []
    var used = 0
    // What leads to all the others stands there in any case.
    let help = bindings.first { $0.name == "?" }
    let room = width - (help.map { $0.name.columns + $0.short.columns + 3 } ?? 0)
    for binding in bindings where binding.name != "?" {
      let columns = binding.name.columns + binding.short.columns + 3
      guard used + columns <= room else { continue }
      spans += [
        Span(binding.name, CellStyle(bold: true)),
        Span(" \(binding.short)  ", CellStyle(dim: true)),
      ]
      used += columns
    }
    if let help {
      spans += [
        Span(help.name, CellStyle(bold: true)), Span(" \(help.short)", CellStyle(dim: true)),
      ]
    }
    return PaneLine(spans)
  }
}
