// The declarations of Apple's ActivityKit that the library uses. Tests write to the streams.
import Foundation

public protocol ActivityAttributes: Codable, Sendable {
    associatedtype ContentState: Codable & Hashable & Sendable
}

public enum ActivityState: Sendable { case active, ended, dismissed, stale }

public final class Activity<Attributes: ActivityAttributes>: Sendable {
    public typealias Tokens = AsyncStream<Data>

    public let pushTokenUpdates: AsyncStream<Data>
    public let activityStateUpdates: AsyncStream<ActivityState>
    private let tokens: AsyncStream<Data>.Continuation
    private let states: AsyncStream<ActivityState>.Continuation

    public init() {
        (pushTokenUpdates, tokens) = AsyncStream.makeStream(of: Data.self)
        (activityStateUpdates, states) = AsyncStream.makeStream(of: ActivityState.self)
    }

    public static var pushToStartTokenUpdates: AsyncStream<Data> {
        AsyncStream { $0.yield(Data([0x5a, 0x27])) }
    }

    public func give(_ token: Data) { tokens.yield(token) }

    public func become(_ state: ActivityState) { states.yield(state) }
}
