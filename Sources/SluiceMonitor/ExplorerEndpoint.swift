/// Where an ``ExplorerInterceptor`` sends to, and how it fares.
public struct ExplorerEndpoint: Hashable, Sendable, CustomStringConvertible {
  /// Such as `unix:/run/user/1000/sluice/explorer.sock`; `nil` if there is none to be had.
  public let address: String?
  /// Why nothing is watched, and what to do about it; `nil` while the interceptor is on.
  public let reasonOff: String?
  /// Whether an Explorer is connected now.
  public let isConnected: Bool
  /// What went wrong last with the other side, other than that nobody listens.
  public let trouble: String?

  /// One line for a log.
  public var description: String {
    if let reasonOff { return "off: \(reasonOff)" }
    let status = isConnected ? "connected" : "not connected"
    return "\(address ?? "no address") (\(status))" + (trouble.map { ". \($0)" } ?? "")
  }
}
