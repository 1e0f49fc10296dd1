// swift-tools-version:6.0
import PackageDescription

// The check on Linux copies this file over ../Package.swift (see README.md). `example` is a copy of examples/ios.
let package = Package(
    name: "pushgraph",
    targets: [
        .target(name: "UIKit", dependencies: ["UserNotifications"], path: "stubs/UIKit"),
        .target(name: "UserNotifications", path: "stubs/UserNotifications"),
        .target(name: "Security", path: "stubs/Security"),
        .target(name: "ActivityKit", path: "stubs/ActivityKit"),
        .target(name: "SwiftUI", dependencies: ["UIKit"], path: "stubs/SwiftUI"),
        .target(name: "PushgraphCore", dependencies: ["Security"]),
        .target(name: "PushgraphApple", dependencies: ["PushgraphCore", "UIKit", "UserNotifications", "ActivityKit"]),
        .target(name: "PushgraphExtension", dependencies: ["PushgraphCore", "UserNotifications"]),
        .executableTarget(name: "sample", dependencies: ["PushgraphApple", "SwiftUI"], path: "example/Sample", exclude: ["Info.plist", "Sample.entitlements"]),
        .target(
            name: "NotificationService", dependencies: ["PushgraphExtension"], path: "example/NotificationService",
            exclude: ["Info.plist", "NotificationService.entitlements"]),
        .testTarget(name: "PushgraphCoreTests", dependencies: ["PushgraphCore"]),
        .testTarget(
            name: "PlatformTests", dependencies: ["PushgraphApple", "PushgraphExtension", "NotificationService", "ActivityKit"],
            path: "stubs/Tests"),
    ]
)
