/// Where a record's keys are read: put into words only for an error.
indirect enum RecordPlace: CustomStringConvertible {
  case record(String)
  case member(String, of: RecordPlace)
  case element(Int, of: RecordPlace)

  var description: String {
    switch self {
    case .record(let type): type
    case .member(let key, let place): "\(place).\(key)"
    case .element(let index, let place): "\(place)[\(index)]"
    }
  }
}
