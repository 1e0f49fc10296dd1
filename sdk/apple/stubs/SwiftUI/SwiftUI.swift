// The declarations of Apple's SwiftUI that the sample app uses. They draw nothing.
@_exported import Foundation
import UIKit

@MainActor public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {}

extension View where Body == Never {
    public var body: Never { return fatalError("Only the system draws it.") }
}

@MainActor public protocol Scene {}

@MainActor public protocol App {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
    init()
}

extension App {
    public static func main() { _ = Self().body }
}

@resultBuilder public enum SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

@resultBuilder public enum ViewBuilder {
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)> {
        TupleView()
    }
}

public struct TupleView<T>: View {
    public typealias Body = Never
}

public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
}

public struct VStack<Content: View>: View {
    public typealias Body = Never
    public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
}

public struct Button: View {
    public typealias Body = Never
    public init(_ title: String, action: @escaping @MainActor () -> Void) {}
}

@MainActor @propertyWrapper public struct UIApplicationDelegateAdaptor<Delegate: UIResponder & UIApplicationDelegate> {
    public let wrappedValue: Delegate

    public init(_ delegateType: Delegate.Type = Delegate.self) {
        wrappedValue = delegateType.init()
    }
}
