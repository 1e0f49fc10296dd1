package io.pushgraph.android

import org.junit.Assert.assertTrue
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.Robolectric
import org.robolectric.RobolectricTestRunner
import org.robolectric.annotation.Config

/** Measures the work of the main thread before the first screen, on this machine's JVM. */
@RunWith(RobolectricTestRunner::class)
@Config(sdk = [35])
class StartCostTest {
    @Test fun `the start takes little time on the main thread`() {
        val world = World()
        val times = List(21) {
            world.endProcess()
            val start = System.nanoTime()
            Robolectric.buildContentProvider(AndroidStart::class.java).create()
            (System.nanoTime() - start) / 1_000
        }
        world.close()
        val sorted = times.drop(1).sorted()
        println("start: first ${times[0]} µs, then ${sorted[10]} µs in the median and ${sorted.last()} µs at most")
        assertTrue("$sorted", sorted[10] < 100_000)
    }
}
