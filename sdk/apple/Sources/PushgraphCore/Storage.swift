import Foundation

extension Pushgraph {
    /// The name of the text with the device's secret.
    static let secretName = "secret"

    /// Keeps small texts on this device, by name. `secret` holds the device's secret, so keep it out of backups: two
    /// phones must not share a secret. A device whose `secret` is missing registers again.
    public protocol Storage: Sendable {
        /// The text in UTF-8, or nil if there is none.
        func read(_ name: String) throws -> Data?

        /// Replaces the text atomically: a reader sees the old or the new text, even after a crash. Nil removes it.
        func write(_ name: String, _ text: Data?) throws

        /// Appends a line. After a crash, the last line that `read` returns may be incomplete.
        func append(_ name: String, line: Data) throws

        /// Takes the lock of this name. The returned function releases it, and so does the end of the process.
        /// - Returns: nil while another process or call holds it
        func tryLock(_ name: String) throws -> (@Sendable () -> Void)?
    }

    /// Files in a folder, which several processes of one app may share. Backups leave the folder out.
    public struct FileStorage: Storage {
        private let folder: URL

        public init(_ folder: URL) { self.folder = folder }

        public func read(_ name: String) throws -> Data? {
            do {
                return try Data(contentsOf: file(name))
            } catch CocoaError.fileReadNoSuchFile {
                return nil
            }
        }

        public func write(_ name: String, _ text: Data?) throws {
            guard let text else {
                if unlink(file(name).path) != 0 && errno != ENOENT { throw failure(name) }
                return
            }
            let handle = FileHandle(fileDescriptor: try open(name + ".next", O_TRUNC), closeOnDealloc: true)
            try save(handle, text)
            if rename(file(name + ".next").path, file(name).path) != 0 { throw failure(name) }
        }

        public func append(_ name: String, line: Data) throws {
            let handle = FileHandle(fileDescriptor: try open(name, O_APPEND), closeOnDealloc: true)
            let end = try handle.seekToEnd()
            if end > 0 { try handle.seek(toOffset: end - 1) }
            // A crash can truncate the last line.
            let isCut = try handle.read(upToCount: 1).map { $0.last != newline } ?? false
            try save(handle, (isCut ? [newline] : []) + line + [newline])
        }

        public func tryLock(_ name: String) throws -> (@Sendable () -> Void)? {
            // Each open file has a lock of its own, so this also separates threads.
            let opened = try open(name + ".lock", 0)
            if flock(opened, LOCK_EX | LOCK_NB) == 0 { return { _ = Foundation.close(opened) } }
            defer { _ = Foundation.close(opened) }
            if errno != EWOULDBLOCK { throw failure(name) }
            return nil
        }

        private func save(_ handle: FileHandle, _ text: Data) throws {
            try handle.write(contentsOf: text)
            try handle.synchronize()
            try handle.close()
        }

        /// Only this user may read the secret.
        private func open(_ name: String, _ flag: Int32) throws -> Int32 {
            let path = file(name).path
            let flags = O_RDWR | O_CREAT | O_CLOEXEC | flag
            var opened = Foundation.open(path, flags, 0o600)
            if opened < 0 && errno == ENOENT {
                try create()
                opened = Foundation.open(path, flags, 0o600)
            }
            if opened < 0 { throw failure(name) }
            return opened
        }

        private func create() throws {
            // Messages also arrive while the device is locked.
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true,
                attributes: [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication])
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            var created = folder
            try created.setResourceValues(values)
        }

        private func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

        private func failure(_ name: String) -> any Error {
            let reason = String(cString: strerror(errno))
            return StorageFailure(description: "The file \(file(name).path) cannot be used: \(reason).")
        }
    }
}

let newline: UInt8 = 10

private struct StorageFailure: Error, CustomStringConvertible { let description: String }
