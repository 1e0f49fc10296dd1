#if canImport(UIKit)
import PushgraphCore
import UIKit

/// One instance per process.
final class Library: Sendable {
    let service: Pushgraph.Service
    let core: Pushgraph

    private init(_ service: Pushgraph.Service) {
        self.service = service
        core = Pushgraph(service, storage: service.storage, isExtension: false, onProblem: Self.report)
    }

    private static let lock = NSLock()
    nonisolated(unsafe) private static var current: Library?
    /// False before the app has launched: `UIApplication` does not exist yet.
    @MainActor private static var isLaunched = false

    static var shared: Library {
        lock.withLock {
            if let current { return current }
            guard let service = Pushgraph.Service(info: Bundle.main.infoDictionary ?? [:]) else {
                let names = "\(Pushgraph.Service.idKey) and \(Pushgraph.Service.baseUrlKey)"
                preconditionFailure("Name the service: \(names) in the Info.plist, or call Pushgraph.start first.")
            }
            let library = Library(service)
            current = library
            return library
        }
    }

    @MainActor static func start(_ service: Pushgraph.Service) -> Library {
        let (library, old) = lock.withLock {
            if let current, current.service == service { return (current, nil as Library?) }
            let old = current
            let library = Library(service)
            current = library
            return (library, old)
        }
        old?.core.close()
        if isLaunched { library.begin() }
        return library
    }

    @MainActor static func launch() {
        if isLaunched { return }
        isLaunched = true
        // UIKit posts both on the main thread.
        let center = NotificationCenter.default
        _ = center.addObserver(forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil) { _ in
            MainActor.assumeIsolated { shared.finishSending() }
        }
        _ = center.addObserver(forName: UIApplication.willEnterForegroundNotification, object: nil, queue: nil) { _ in
            MainActor.assumeIsolated { shared.begin() }
        }
        shared.begin()
    }

    /// At every start: Apple changes tokens, and users change language and zone.
    @MainActor private func begin() {
        core.start()
        core.reportFacts(Self.facts())
        UIApplication.shared.registerForRemoteNotifications()
    }

    /// Asks the system for time to send everything. Cancels in time: the system ends a suspended app that holds a
    /// lock of a file in an app group.
    @MainActor func finishSending() {
        let task = Task { [core] in _ = await core.flush() }
        let time = UIApplication.shared.beginBackgroundTask(withName: "pushgraph") { task.cancel() }
        Task {
            await task.value
            UIApplication.shared.endBackgroundTask(time)
        }
    }

    @Sendable static func report(_ problem: Pushgraph.Problem) {
        NSLog("%@", "Pushgraph: \(problem.code.rawValue): \(problem.message)")
        Task { @MainActor in Listeners.problem?(problem) }
    }

    private static func facts() -> [String: Pushgraph.Value] {
        let texts: [String: String?] = [
            "platform": "ios",
            "language": Locale.preferredLanguages.first,
            "country": country(),
            "timezone": TimeZone.current.identifier,
            "app_version": Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String,
        ]
        return texts.compactMapValues { $0.map(Pushgraph.Value.string) }
    }

    private static func country() -> String? {
        guard #available(iOS 16.0, *) else { return nil }
        return Locale.current.region.flatMap { $0.identifier.count == 2 ? $0.identifier : nil }
    }
}
#endif
