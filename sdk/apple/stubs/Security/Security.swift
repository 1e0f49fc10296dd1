// The declarations of Apple's Keychain that the library uses, with a Keychain in memory.
import Foundation

public typealias CFString = NSString
public typealias CFDictionary = NSDictionary
public typealias CFTypeRef = AnyObject
public typealias OSStatus = Int32

public let errSecSuccess: OSStatus = 0
public let errSecItemNotFound: OSStatus = -25300
public let errSecDuplicateItem: OSStatus = -25299
public let errSecInteractionNotAllowed: OSStatus = -25308

nonisolated(unsafe) public let kSecClass: CFString = "class"
nonisolated(unsafe) public let kSecClassGenericPassword: CFString = "genp"
nonisolated(unsafe) public let kSecAttrService: CFString = "svce"
nonisolated(unsafe) public let kSecAttrAccount: CFString = "acct"
nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = "agrp"
nonisolated(unsafe) public let kSecAttrAccessible: CFString = "pdmn"
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = "nleg"
nonisolated(unsafe) public let kSecReturnData: CFString = "r_Data"
nonisolated(unsafe) public let kSecValueData: CFString = "v_Data"

/// For tests.
public enum Keychain {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var items: [String: NSDictionary] = [:]
    /// False: the device has not been unlocked since it started.
    nonisolated(unsafe) public static var isUnlocked = true

    public static func clear() { lock.withLock { items = [:] } }

    fileprivate static func use(_ query: NSDictionary, _ work: (inout NSDictionary?) -> OSStatus) -> OSStatus {
        lock.withLock {
            let parts = [kSecClass, kSecAttrService, kSecAttrAccount, kSecAttrAccessGroup].map { "\(query[$0] ?? "")" }
            return isUnlocked ? work(&items[parts.joined(separator: " "), default: nil]) : errSecInteractionNotAllowed
        }
    }
}

extension Dictionary where Key == String, Value == NSDictionary {
    fileprivate subscript(key: String, default _: NSDictionary?) -> NSDictionary? {
        get { self[key] }
        set { self[key] = newValue }
    }
}

public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    Keychain.use(query) { item in
        guard let item else { return errSecItemNotFound }
        result?.pointee = (item[kSecValueData] as? Data).map { $0 as NSData }
        return errSecSuccess
    }
}

public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    Keychain.use(attributes) { item in
        if item != nil { return errSecDuplicateItem }
        item = attributes.copy() as? NSDictionary
        return errSecSuccess
    }
}

public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    Keychain.use(query) { item in
        defer { item = nil }
        return item == nil ? errSecItemNotFound : errSecSuccess
    }
}

extension FileManager {
    /// The folder that the app and extensions of a group share.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        temporaryDirectory.appendingPathComponent("groups/\(groupIdentifier)")
    }
}
