import Sluice
import SluiceMonitor
import SluiceTesting
import TestSupport
import Testing

/// An interceptor whose endpoint can't be read says so in the store that it watches.
@Suite(.inTurn) struct MisspelledEndpointTests {
  private func reports(of endpoint: String, isEnabled: Bool? = true) -> [StoreDiagnostic] {
    let store = Store(initialState: 0)
    let reports = EventLog<StoreDiagnostic>()
    store.onDiagnostic = { reports.append($0) }
    store.register(
      interceptor: ExplorerInterceptor<Int>(endpoint: endpoint) { $0.isEnabled = isEnabled }
    )
    return reports.events
  }

  @Test(arguments: [
    ("/var/x.session", ", such as file:/var/x.session"), ("fiel:shop.session", ""), ("tcp:80", ""),
  ])
  func `a misspelled endpoint is reported with the forms that are accepted`(
    endpoint: String,
    hint: String
  ) {
    #expect(
      reports(of: endpoint).map { "\($0.id): \($0)" } == [
        """
        explorer-off: An ExplorerInterceptor is off, and records nothing. The endpoint “\(endpoint)” has \
        an unknown form. Write unix:/path/to/socket or file:path\(hint).
        """
      ]
    )
  }

  @Test func `one that the program switches off is silent`() {
    #expect(reports(of: "tcp:80", isEnabled: false).isEmpty)
  }
}
