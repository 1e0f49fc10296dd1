import Foundation

extension Pushgraph {
    /// The service and the storage of an app. The app's `Info.plist` and its extension's name the same ones.
    package struct Service: Sendable, Equatable {
        package static let idKey = "PushgraphServiceId"
        package static let baseUrlKey = "PushgraphBaseUrl"
        package static let appGroupKey = "PushgraphAppGroup"

        package let id: String
        package let baseUrl: String
        package let appGroup: String?

        package init(id: String, baseUrl: String, appGroup: String? = nil) {
            self.id = id
            self.baseUrl = baseUrl.hasSuffix("/") ? String(baseUrl.dropLast()) : baseUrl
            self.appGroup = appGroup
        }

        /// Nil: the `Info.plist` does not name the service.
        package init?(info: [String: Any]) {
            func text(_ name: String) -> String? { (info[name] as? String).flatMap { $0.isEmpty ? nil : $0 } }
            // A service id of digits alone may arrive as a number.
            let id = text(Self.idKey) ?? (info[Self.idKey] as? Int).map(String.init)
            guard let id, let baseUrl = text(Self.baseUrlKey) else { return nil }
            self.init(id: id, baseUrl: baseUrl, appGroup: text(Self.appGroupKey))
        }

        package var place: String { "\(baseUrl)/sdk/v1/\(id)" }
    }
}

#if canImport(Security)
import Security

extension Pushgraph.Service {
    /// Files that the app and its extensions share, with the secret in the Keychain.
    package var storage: any Pushgraph.Storage {
        Pushgraph.KeychainStorage(Pushgraph.FileStorage(folder), service: id, appGroup: appGroup)
    }

    private var folder: URL {
        let files = FileManager.default
        let shared = appGroup.flatMap { files.containerURL(forSecurityApplicationGroupIdentifier: $0) }
        let own = files.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
        // Two services on one phone, such as test and production, must not share a device.
        let name = id.utf8.map { String(format: "%02x", $0) }.joined()
        let base = shared?.appendingPathComponent("Library/Application Support") ?? own
        return base.appendingPathComponent("pushgraph/\(name)")
    }
}

extension Pushgraph {
    /// Keeps the secret in the Keychain, which backups do not copy to another device, and everything else in `files`.
    package struct KeychainStorage: Storage {
        private let files: any Storage
        private let service: String
        private let appGroup: String?

        package init(_ files: any Storage, service: String, appGroup: String?) {
            self.files = files
            self.service = service
            self.appGroup = appGroup
        }

        package func read(_ name: String) throws -> Data? {
            if name != secretName { return try files.read(name) }
            let query = item()
            query[kSecReturnData as NSString] = true
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &found)
            if status == errSecItemNotFound { return nil }
            try check(status)
            return found as? Data
        }

        package func write(_ name: String, _ text: Data?) throws {
            if name != secretName { return try files.write(name, text) }
            let status = SecItemDelete(item() as CFDictionary)
            if status != errSecItemNotFound { try check(status) }
            guard let text else { return }
            let added = item()
            added[kSecValueData as NSString] = text
            added[kSecAttrAccessible as NSString] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            try check(SecItemAdd(added as CFDictionary, nil))
        }

        package func append(_ name: String, line: Data) throws { try files.append(name, line: line) }

        package func tryLock(_ name: String) throws -> (@Sendable () -> Void)? { try files.tryLock(name) }

        private func item() -> NSMutableDictionary {
            let query = NSMutableDictionary()
            query[kSecClass as NSString] = kSecClassGenericPassword
            query[kSecAttrService as NSString] = "io.pushgraph" as NSString
            query[kSecAttrAccount as NSString] = service as NSString
            // On the Mac, only this Keychain supports access groups.
            query[kSecUseDataProtectionKeychain as NSString] = true
            if let appGroup { query[kSecAttrAccessGroup as NSString] = appGroup as NSString }
            return query
        }

        /// Before the device is first unlocked, the Keychain is unreadable. Do not mistake that for an empty one.
        private func check(_ status: OSStatus) throws {
            if status != errSecSuccess { throw KeychainFailure(status: status) }
        }
    }
}

private struct KeychainFailure: Error, CustomStringConvertible {
    let status: OSStatus

    var description: String {
        "The Keychain answered \(status). Check that the app has the capability App Groups with the group of its Info.plist."
    }
}
#endif
