// swift-tools-version:6.0
import PackageDescription

let package = Package(
    name: "pushgraph",
    platforms: [.iOS(.v15), .macOS(.v12)],
    products: [
        .library(name: "PushgraphApple", targets: ["PushgraphApple"]),
        .library(name: "PushgraphExtension", targets: ["PushgraphExtension"]),
        .library(name: "PushgraphCore", targets: ["PushgraphCore"]),
    ],
    targets: [
        .target(name: "PushgraphCore"),
        .target(name: "PushgraphApple", dependencies: ["PushgraphCore"]),
        .target(name: "PushgraphExtension", dependencies: ["PushgraphCore"]),
        .executableTarget(name: "conformance", dependencies: ["PushgraphCore"], path: "conformance"),
        .testTarget(name: "PushgraphCoreTests", dependencies: ["PushgraphCore"]),
    ]
)
