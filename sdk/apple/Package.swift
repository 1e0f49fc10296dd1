// swift-tools-version:6.0
import PackageDescription

let package = Package(
    name: "pushgraph",
    platforms: [.iOS(.v15), .macOS(.v12)],
    products: [.library(name: "PushgraphCore", targets: ["PushgraphCore"])],
    targets: [
        .target(name: "PushgraphCore"),
        .executableTarget(name: "conformance", dependencies: ["PushgraphCore"], path: "conformance"),
        .testTarget(name: "PushgraphCoreTests", dependencies: ["PushgraphCore"]),
    ]
)
