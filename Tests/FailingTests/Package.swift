// swift-tools-version: 6.3
import PackageDescription

// Tests that must fail: `.ci/fail` runs them, and sees that each does with the right line and text.
let package = Package(
  name: "FailingTests",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Sluice", path: "../..")],
  targets: [
    .testTarget(
      name: "FailingTests",
      dependencies: [.product(name: "SluiceTesting", package: "Sluice")]
    )
  ],
  swiftLanguageModes: [.v6]
)
