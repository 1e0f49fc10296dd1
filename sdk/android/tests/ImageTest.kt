package io.pushgraph.android

import android.app.Notification
import android.graphics.Bitmap
import com.sun.net.httpserver.HttpExchange
import io.pushgraph.core.Clock
import io.pushgraph.core.SystemClock
import java.io.ByteArrayOutputStream
import java.net.InetAddress
import java.util.concurrent.atomic.AtomicInteger
import org.junit.After
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertNotNull
import org.junit.Assert.assertNull
import org.junit.Assert.assertTrue
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.annotation.Config

@RunWith(RobolectricTestRunner::class)
@Config(sdk = [35])
class ImageTest {
    private val world = World()
    private val address = "${world.service.address}/image.png"

    @After fun end() = world.close()

    @Test fun `the image is part of the notification`() {
        world.service.onImage = { send(it, png(640, 320)) }
        world.register()
        world.show("image" to address, "icon" to address)
        assertNotNull(world.one().getLargeIcon())
        assertEquals("android.app.Notification\$BigPictureStyle", world.one().extras.getString(Notification.EXTRA_TEMPLATE))
    }

    @Test fun `a message whose image cannot be loaded is shown without it`() {
        world.register()
        world.show("image" to address)
        assertEquals("android.app.Notification\$BigTextStyle", world.one().extras.getString(Notification.EXTRA_TEMPLATE))
    }

    @Test fun `an endless image is cut off`() {
        val sent = AtomicInteger()
        world.service.onImage = { exchange ->
            exchange.sendResponseHeaders(200, 0)
            val part = ByteArray(65_536)
            runCatching { repeat(10_000) { exchange.responseBody.write(part); sent.addAndGet(part.size) } }
        }
        assertNull(images().load(address))
        assertTrue("${sent.get()}", sent.get() < 20 * Images.MAX_BYTES)
    }

    @Test fun `a slow server is abandoned at the deadline`() {
        world.service.onImage = { exchange ->
            exchange.sendResponseHeaders(200, 0)
            runCatching { repeat(600) { exchange.responseBody.write(1); exchange.responseBody.flush(); Thread.sleep(50) } }
        }
        // Runs ten times as fast as the system's clock: six seconds take 600 ms.
        val fast = object : Clock {
            override fun now() = SystemClock.now()

            override fun elapsed() = SystemClock.elapsed() * 10
        }
        val start = System.nanoTime()
        assertNull(Images(fast) { true }.load(address))
        assertTrue((System.nanoTime() - start) / 1_000_000 < 15_000)
    }

    @Test fun `up to three redirects are followed, and never to another scheme`() {
        val asked = AtomicInteger()
        world.service.onImage = { redirect(it, "/image${asked.incrementAndGet()}.png") }
        assertNull(images().load(address))
        assertEquals(4, asked.get())
        world.service.onImage = { redirect(it, "file:///etc/passwd") }
        assertNull(images().load(address))
        world.service.onImage = { if (it.requestURI.path.endsWith("/b.png")) send(it, png(8, 8)) else redirect(it, "/image/b.png") }
        assertNotNull(images().load(address))
    }

    @Test fun `private addresses, files and broken pictures are refused`() {
        world.service.onImage = { send(it, png(8, 8)) }
        assertNull(Images(SystemClock, Images::isPublic).load(address))
        for (bad in listOf("file:///etc/passwd", "jar:file:/x!/y", "content://x/y", "", "http://", "https://[::1")) {
            assertNull(bad, images().load(bad))
        }
        for (private in listOf("127.0.0.1", "10.1.2.3", "192.168.1.1", "172.16.0.1", "169.254.169.254", "::1", "fd00::1", "0.0.0.0")) {
            assertFalse(private, Images.isPublic(InetAddress.getByName(private)))
        }
        for (public in listOf("93.184.216.34", "2606:2800:220:1::1")) assertTrue(Images.isPublic(InetAddress.getByName(public)))
    }

    @Test fun `large pictures are scaled down while reading`() {
        assertEquals(1, Images.sampleOf(1_024))
        assertEquals(2, Images.sampleOf(2_048))
        assertEquals(16, Images.sampleOf(16_000))
    }

    private fun images() = Images(SystemClock) { true }

    private fun png(width: Int, height: Int): ByteArray {
        val out = ByteArrayOutputStream()
        Bitmap.createBitmap(width, height, Bitmap.Config.ARGB_8888).compress(Bitmap.CompressFormat.PNG, 90, out)
        return out.toByteArray()
    }

    private fun send(exchange: HttpExchange, bytes: ByteArray) {
        exchange.sendResponseHeaders(200, bytes.size.toLong())
        exchange.responseBody.write(bytes)
    }

    private fun redirect(exchange: HttpExchange, to: String) {
        exchange.responseHeaders.add("location", to)
        exchange.sendResponseHeaders(302, -1)
    }
}
