// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Sluice",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Sluice", targets: ["Sluice"]),
    .library(name: "SluiceCore", targets: ["SluiceCore"]),
    .library(name: "SluiceEntities", targets: ["SluiceEntities"]),
    .library(name: "SluiceHistory", targets: ["SluiceHistory"]),
    .library(name: "SluiceStorage", targets: ["SluiceStorage"]),
    .library(name: "SluiceMonitor", targets: ["SluiceMonitor"]),
    .library(name: "SluiceTesting", targets: ["SluiceTesting"]),
    .library(name: "SluiceOrders", targets: ["SluiceOrders"]),
    .library(name: "SluiceSwiftUI", targets: ["SluiceSwiftUI"]),
    .library(name: "SluiceCombine", targets: ["SluiceCombine"]),
    .executable(name: "sluice-explorer", targets: ["sluice-explorer"]),
  ],
  targets: [
    .target(name: "SluiceTree"),
    .target(name: "ReferenceOrder"),
    .target(name: "SluiceLocks", dependencies: ["ReferenceOrder"]),
    .target(name: "SluiceEntities", dependencies: ["SluiceLocks", "SluiceTree"]),
    .target(name: "SluiceCore", dependencies: ["SluiceEntities", "SluiceLocks", "SluiceTree"]),
    .target(name: "SluiceEffects", dependencies: ["SluiceCore", "SluiceLocks"]),
    .target(name: "SluiceFeatures", dependencies: ["SluiceCore", "SluiceEffects", "SluiceLocks"]),
    .target(name: "SluiceHistory", dependencies: ["SluiceCore", "SluiceFeatures", "SluiceLocks"]),
    .target(
      name: "Sluice",
      dependencies: ["SluiceCore", "SluiceEffects", "SluiceEntities", "SluiceFeatures"]
    ),
    .target(name: "SluiceWire", dependencies: ["SluiceTree"]),
    .target(name: "SluiceSocket"),
    .target(
      name: "SluiceRecordings",
      dependencies: ["SluiceCore", "SluiceSocket", "SluiceTree", "SluiceWire"]
    ),
    .target(name: "SluiceStorage", dependencies: ["SluiceCore", "SluiceLocks", "SluiceSocket"]),
    .target(
      name: "SluiceMonitor",
      dependencies: [
        "Sluice", "SluiceHistory", "SluiceLocks", "SluiceRecordings", "SluiceTree", "SluiceWire",
        "SluiceSocket",
      ]
    ),
    .target(
      name: "SluiceTesting",
      dependencies: [
        "Sluice", "SluiceCore", "SluiceHistory", "SluiceLocks", "SluiceRecordings", "SluiceTree",
        "SluiceWire", "SluiceSocket",
      ]
    ),
    .target(
      name: "SluiceOrders",
      dependencies: ["Sluice", "SluiceLocks", "SluiceTesting", "SluiceTree", "SluiceWire"]
    ),
    .target(name: "SluiceSwiftUI", dependencies: ["Sluice"]),
    .target(name: "SluiceCombine", dependencies: ["Sluice"]),
    .target(name: "ExplorerTerminal", path: "Explorer/ExplorerTerminal"),
    .target(
      name: "ExplorerKit",
      dependencies: [
        "ExplorerTerminal", "Sluice", "SluiceMonitor", "SluiceRecordings", "SluiceTree",
        "SluiceWire", "SluiceSocket",
      ],
      path: "Explorer/ExplorerKit",
      resources: [
        .embedInCode("Export/Page/page.css"),
        .embedInCode("Export/Page/values.js"),
        .embedInCode("Export/Page/session.js"),
        .embedInCode("Export/Page/why.js"),
        .embedInCode("Export/Page/filter.js"),
        .embedInCode("Export/Page/elements.js"),
        .embedInCode("Export/Page/tree.js"),
        .embedInCode("Export/Page/panes.js"),
        .embedInCode("Export/Page/plot.js"),
        .embedInCode("Export/Page/effects.js"),
        .embedInCode("Export/Page/statistics.js"),
        .embedInCode("Export/Page/page.js"),
      ]
    ),
    .executableTarget(
      name: "sluice-explorer",
      dependencies: ["ExplorerKit"],
      path: "Explorer/sluice-explorer"
    ),
    .target(name: "TodoList", dependencies: ["Sluice"], path: "Explorer/Todo/TodoList"),
    .target(
      name: "TodoFetching",
      dependencies: ["Sluice", "TodoList"],
      path: "Explorer/Todo/TodoFetching"
    ),
    .executableTarget(
      name: "TodoApp",
      dependencies: [
        "Sluice", "SluiceHistory", "SluiceMonitor", "SluiceStorage", "TodoList", "TodoFetching",
      ],
      path: "Explorer/Todo/TodoApp"
    ),
    .target(name: "AllocationCounter"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Sluice", "SluiceHistory", "SluiceMonitor", "SluiceSocket", "SluiceStorage",
        "SluiceTesting",
        "SluiceTree", "SluiceWire", "ExplorerKit", "ExplorerTerminal", "AllocationCounter",
      ]
    ),
    .target(
      name: "TestSupport",
      dependencies: ["SluiceLocks", "SluiceSocket"],
      path: "Tests/TestSupport"
    ),
    .executableTarget(
      name: "TerminalProbe",
      dependencies: ["ExplorerTerminal"],
      path: "Tests/TerminalProbe"
    ),
    .executableTarget(
      name: "StorageProbe",
      dependencies: ["SluiceCore", "SluiceStorage"],
      path: "Tests/StorageProbe"
    ),
    .executableTarget(
      name: "Interleavings",
      dependencies: ["Sluice", "SluiceHistory", "SluiceLocks", "SluiceTesting"],
      path: "Tests/Interleavings"
    ),
    .executableTarget(
      name: "Races",
      dependencies: ["Sluice", "SluiceHistory"],
      path: "Tests/Races"
    ),
    .executableTarget(
      name: "wire-check",
      dependencies: ["ExplorerTerminal", "SluiceSocket", "SluiceTree", "SluiceWire"],
      path: "Tests/WireCheck"
    ),
    .executableTarget(
      name: "Fuzzing",
      dependencies: [
        "ExplorerKit", "ExplorerTerminal", "Sluice", "SluiceTesting", "SluiceTree", "SluiceWire",
        "SluiceSocket",
      ],
      path: "Tests/Fuzzing",
      exclude: ["Corpus"]
    ),
    .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"]),
    .testTarget(
      name: "SluiceTreeTests",
      dependencies: ["SluiceTree", "SluiceWire", "TestSupport"]
    ),
    .testTarget(name: "SluiceLocksTests", dependencies: ["SluiceLocks", "TestSupport"]),
    .testTarget(name: "SluiceEntitiesTests", dependencies: ["SluiceEntities", "TestSupport"]),
    .testTarget(name: "SluiceCoreTests", dependencies: ["SluiceCore", "SluiceLocks"]),
    .testTarget(
      name: "SluiceTests",
      dependencies: [
        "Sluice", "SluiceCore", "SluiceEffects", "SluiceFeatures", "SluiceHistory", "SluiceLocks",
        "SluiceTesting", "TestSupport",
      ]
    ),
    .testTarget(
      name: "SluiceWireTests",
      dependencies: ["SluiceWire", "SluiceTree", "TestSupport"],
      exclude: ["Golden"]
    ),
    .testTarget(
      name: "SluiceRecordingsTests",
      dependencies: ["SluiceRecordings", "SluiceTree", "SluiceWire", "TestSupport"]
    ),
    .testTarget(name: "SluiceSocketTests", dependencies: ["SluiceSocket", "TestSupport"]),
    .testTarget(
      name: "SluiceStorageTests",
      dependencies: [
        "SluiceStorage", "Sluice", "SluiceHistory", "SluiceSocket", "SluiceTesting", "StorageProbe",
        "TestSupport",
      ],
      exclude: ["Golden"]
    ),
    .testTarget(
      name: "SluiceMonitorTests",
      dependencies: [
        "SluiceMonitor", "Sluice", "SluiceCore", "SluiceEffects", "SluiceFeatures", "SluiceHistory",
        "SluiceLocks", "SluiceRecordings", "SluiceTesting", "SluiceTree", "SluiceWire",
        "SluiceSocket", "TestSupport",
      ]
    ),
    .testTarget(
      name: "SluiceTestingTests",
      dependencies: [
        "SluiceTesting", "Sluice", "SluiceMonitor", "SluiceTree", "SluiceWire", "TestSupport",
      ]
    ),
    .testTarget(
      name: "SluiceOrdersTests",
      dependencies: [
        "SluiceOrders", "SluiceTesting", "Sluice", "SluiceLocks", "SluiceTree", "SluiceWire",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "ExplorerTerminalTests",
      dependencies: ["ExplorerTerminal", "TerminalProbe", "TestSupport"]
    ),
    .testTarget(
      name: "ExplorerKitTests",
      dependencies: [
        "ExplorerKit", "ExplorerTerminal", "Sluice", "SluiceMonitor", "SluiceOrders",
        "SluiceRecordings", "SluiceSocket", "SluiceStorage", "SluiceTesting", "SluiceTree",
        "SluiceWire", "TestSupport", "sluice-explorer",
      ],
      exclude: ["Golden"]
    ),
    .testTarget(
      name: "ExplorerScreenTests",
      dependencies: [
        "ExplorerKit", "ExplorerTerminal", "Sluice", "SluiceMonitor", "SluiceSocket",
        "SluiceTesting", "SluiceTree", "SluiceWire", "TestSupport", "sluice-explorer",
      ],
      exclude: ["Golden"]
    ),
    .testTarget(
      name: "ExplorerPanesTests",
      dependencies: ["ExplorerKit", "ExplorerTerminal", "SluiceTree", "SluiceWire", "TestSupport"],
      exclude: ["Golden"]
    ),
    .testTarget(
      name: "ExplorerExportTests",
      dependencies: [
        "ExplorerKit", "ExplorerTerminal", "Sluice", "SluiceMonitor", "SluiceTree", "SluiceWire",
        "SluiceSocket", "TestSupport", "sluice-explorer",
      ],
      exclude: ["Golden"]
    ),
    .testTarget(
      name: "ExplorerToolsTests",
      dependencies: [
        "ExplorerKit", "Sluice", "SluiceMonitor", "SluiceTree", "SluiceWire", "SluiceSocket",
        "TestSupport", "sluice-explorer",
      ],
      exclude: ["Golden"]
    ),
    .testTarget(name: "FuzzingTests", dependencies: ["Fuzzing", "TestSupport"]),
    .testTarget(
      name: "WireCheckTests",
      dependencies: [
        "wire-check", "Sluice", "SluiceMonitor", "SluiceTree", "SluiceWire", "SluiceSocket",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "TodoTests",
      dependencies: [
        "TodoApp", "TodoFetching", "TodoList", "Sluice", "SluiceMonitor", "SluiceOrders",
        "SluiceStorage", "SluiceTesting", "TestSupport",
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// Thread sanitizer's build leaves out the tests that have one thread, or watch other processes; and the Explorer's,
// which have few threads and many values, unless all are asked for.
if let sanitized = Context.environment["SLUICE_SANITIZED"] {
  let sequential = [
    "SluiceTreeTests", "SluiceWireTests", "SluiceRecordingsTests", "ExplorerTerminalTests",
    "ExplorerPanesTests",
    "ExplorerExportTests", "ExplorerToolsTests", "FuzzingTests", "SluiceOrdersTests",
  ]
  let others = sanitized == "all" ? [] : ["ExplorerKitTests", "ExplorerScreenTests"]
  package.targets.removeAll { (sequential + others).contains($0.name) }
}

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .strictMemorySafety(),
  ]
}
