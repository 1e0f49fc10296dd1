import Foundation

/// A change, event or receipt that waits to be sent.
struct Entry: Codable, Sendable {
    enum Kind: String, Codable, Sendable { case update, logout, track, receipt, activity }

    var key = UUID().uuidString
    let kind: Kind
    let body: Members
    /// The device's time.
    var at: Int64?
    /// How far the service's clock is ahead of the device's.
    var shift: Int64?
}

/// The stored facts about this device. A property that a later release adds must be optional: older files lack it.
struct State: Codable, Sendable {
    var token: String?
    /// The token that the service knows.
    var sentToken: String?
    var deviceId: String?
    /// Stored separately, as `Secret`. The first release stored it here.
    var deviceSecret: String?
    /// The accepted facts. The next registration repeats them.
    var profile: Members = [:]
    var retryAt: Int64?
    var receipts: [String] = []
    /// The facts that the adapter reported last.
    var facts: Members?
    var badge: Int?

    mutating func forgetDevice() {
        deviceId = nil
        deviceSecret = nil
        sentToken = nil
    }

    /// A state without its secret comes from a backup of another phone, which keeps its device and token.
    mutating func add(_ secret: Secret?) {
        guard let deviceId else { return }
        if let secret, secret.deviceId == deviceId {
            deviceSecret = secret.deviceSecret
        } else if deviceSecret == nil {
            forgetDevice()
            token = nil
        }
    }
}

struct Secret: Codable, Equatable {
    let deviceId: String
    let deviceSecret: String
}

let maxTaken = 100
private let maxBodyBytes = 60_000
let ofUser: Set = ["external_user_id", "identity_hash"]
let ofPerson = ofUser.union(["audiences", "attributes"])

/// Later members win, and attributes are merged key by key. A login without a hash removes an earlier hash.
func merge(_ first: Members, _ second: Members) -> Members {
    let old = second["external_user_id"] == nil ? first : first.without(ofUser)
    var both = old.merging(second) { _, new in new }
    let attributes = (old["attributes"]?.members ?? [:]).merging(second["attributes"]?.members ?? [:]) { _, new in new }
    if !attributes.isEmpty { both["attributes"] = .object(attributes) }
    return both
}

func withoutNull(_ profile: Members) -> Members {
    guard let attributes = profile["attributes"]?.members else { return profile }
    return profile.adding("attributes", .object(attributes.filter { $0.value != .null }))
}

extension [Entry] {
    func leading(_ kind: Entry.Kind) -> [Entry] { Array(prefix { $0.kind == kind }) }

    var merged: Members { reduce([:]) { merge($0, $1.body) } }

    /// Events for one request.
    func events() -> [Entry] {
        var bytes = 0
        let fitting = leading(.track).prefix { entry in
            bytes += (try? JSONEncoder().encode(entry).count) ?? 0
            return bytes <= maxBodyBytes
        }
        return Array(fitting.isEmpty ? prefix(1) : fitting)
    }
}

extension Dictionary where Key == String {
    func without(_ names: Set<String>) -> Self { filter { !names.contains($0.key) } }
}
