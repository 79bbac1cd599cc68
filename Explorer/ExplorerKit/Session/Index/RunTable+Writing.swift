import SluiceWire

extension RunTable {
  /// Writes the events of all runs, in their order.
  func write(to writer: inout CompactWriter) {
    writer.write(array: events(in: .min ... .max)) { writer, event in
      let effect = event.effect
      writer.write(count: max(event.number, 0))
      writer.write(byte: UInt8(WireRecord.Effect.Event.allCases.firstIndex(of: effect.event) ?? 0))
      writer.write(effect.effect)
      writer.write(optional: effect.element) { $0.write($1) }
      writer.write(count: effect.run)
      writer.write(optional: effect.commit) { $0.write(count: $1) }
      writer.write(signed: effect.time)
      writer.write(optional: effect.duration) { $0.write(signed: $1) }
      writer.write(optional: effect.error) { $0.write($1) }
      writer.write(optional: effect.attempt) { $0.write(count: $1) }
      writer.write(optional: effect.wait) { $0.write(signed: $1) }
    }
  }

  /// Takes in the events that were written.
  mutating func take(from reader: inout BlockReader) throws(BlockReader.Damage) {
    let kinds = WireRecord.Effect.Event.allCases
    for _ in 0..<(try reader.length()) {
      let number = try reader.count()
      let kind = Int(try reader.byte())
      // In their order, or searches would not end where they should.
      guard kind < kinds.count, number >= lastNumber else { throw BlockReader.Damage() }
      let effect = WireRecord.Effect(
        event: kinds[kind],
        effect: try reader.text(),
        element: try reader.optional { (reader) throws(BlockReader.Damage) in try reader.text() },
        run: try reader.count(),
        commit: try reader.optional { (reader) throws(BlockReader.Damage) in try reader.count() },
        time: try reader.signed(),
        duration: try reader.optional { (reader) throws(BlockReader.Damage) in
          try reader.signed()
        },
        error: try reader.optional { (reader) throws(BlockReader.Damage) in try reader.text() },
        attempt: try reader.optional { (reader) throws(BlockReader.Damage) in try reader.count() },
        wait: try reader.optional { (reader) throws(BlockReader.Damage) in try reader.signed() }
      )
      take(effect, after: number)
    }
  }
}
