import Testing
@testable import PushgraphApple
@testable import PushgraphExtension
@Test func x() {}
