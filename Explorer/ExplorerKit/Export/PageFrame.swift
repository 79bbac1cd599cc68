import SluiceWire

/// What all pages have: everything in front of the data, and behind it.
///
/// Style and script are files of the folder Page, embedded in the program, which so works wherever it is
/// copied to.
enum PageFrame {
  static let head = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(policy)">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <title>A session of sluice-explorer</title>
    <style>\(style)</style>
    </head>
    <body>
    <noscript><p>This page needs JavaScript. It is a session of sluice-explorer; nothing is fetched \
    or sent.</p></noscript>
    <div id="page"></div>
    <script type="application/json" id="session">
    """

  static let foot = """
    </script>
    <script>\(script)</script>
    </body>
    </html>

    """

  /// The bytes of a page without a session, about.
  static var byteCount: Int { head.utf8.count + foot.utf8.count }

  /// The first one is used by those that follow.
  private static let script: String = {
    let files = [
      PackageResources.values_js, PackageResources.session_js, PackageResources.why_js,
      PackageResources.filter_js, PackageResources.elements_js, PackageResources.tree_js,
      PackageResources.panes_js, PackageResources.plot_js, PackageResources.effects_js,
      PackageResources.statistics_js, PackageResources.page_js,
    ]
    let text = files.map { String(decoding: $0, as: UTF8.self) }.joined()
    return "(() => {\n'use strict';\n\(PageWords.script)\(text)})();"
  }()

  private static let style = String(decoding: PackageResources.page_css, as: UTF8.self)

  private static var policy: String {
    "default-src 'none'; style-src \(source(style)); script-src \(source(script)); "
      + "base-uri 'none'; form-action 'none'"
  }

  /// The source expression that allows a text by its digest.
  private static func source(_ text: String) -> String {
    "'sha256-\(Base64.text(of: SHA256(of: Array(text.utf8)).digest))'"
  }
}
