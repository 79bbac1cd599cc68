// The records between a program and an Explorer, as lines of JSON.
//
// Read `Records/WireRecord.swift`, which names all kinds of records, then `RecordWriter.swift` and `RecordReader.swift`.
// `Framing` finds lines in bytes, `JSON` and `Fields` the values in a line, `Decoding` makes values of trees again, and
// `Fitting` cuts what is too long. The page *The wire* is the specification.
//
// Words: a *record* is one line; a *pattern* names
// paths of which some steps are open; to *fit* is to leave out values until a record is short enough.
