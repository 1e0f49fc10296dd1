import Foundation

extension Pushgraph {
    /// Prepares a message before the system shows it. Nothing here throws: a failed image does not stop the message.
    package struct Arrival: Sendable {
        private let push: Pushgraph
        private let images: Images
        private let folder: URL
        private let onProblem: @Sendable (String) -> Void

        package init(
            _ push: Pushgraph, images: Images = Images(), folder: URL = FileManager.default.temporaryDirectory,
            onProblem: @escaping @Sendable (String) -> Void
        ) {
            self.push = push
            self.images = images
            self.folder = folder
            self.onProblem = onProblem
        }

        /// Returns when the service has the receipt. After a timeout the app sends it later.
        package func report(_ message: Message) async {
            push.receipt(message.receipt, .delivered)
            await push.flush(limitMs: 8_000)
        }

        /// The new number on the icon, or nil if the message does not change it.
        package func badge(of message: Message) async -> Int? {
            if message.badge(after: 0) == nil { return nil }
            return await push.changeBadge { message.badge(after: $0) ?? $0 }
        }

        /// A file with the image. The system takes ownership of it.
        package func image(of message: Message) async -> URL? {
            guard let address = message.image else { return nil }
            do {
                return try await images.load(address, into: folder)
            } catch {
                onProblem("\(error)")
                return nil
            }
        }
    }

    /// A message to show. The handler gets it once, even if `show` is called several times.
    package final class Showing<Content>: @unchecked Sendable {
        private let lock = NSLock()
        private let content: Content
        private var handler: ((Content) -> Void)?

        package init(_ content: Content, _ handler: @escaping (Content) -> Void) {
            self.content = content
            self.handler = handler
        }

        /// Has no effect once the message is shown.
        package func change(_ edit: (Content) -> Void) {
            lock.withLock {
                if handler != nil { edit(content) }
            }
        }

        package func show() {
            let handler = lock.withLock {
                defer { self.handler = nil }
                return self.handler
            }
            handler?(content)
        }
    }
}
