package io.pushgraph.android

import android.graphics.Bitmap
import android.graphics.BitmapFactory
import io.pushgraph.core.Clock
import java.io.ByteArrayOutputStream
import java.io.IOException
import java.io.InputStream
import java.net.HttpURLConnection
import java.net.InetAddress
import java.net.URL

/**
 * Loads the images of one message. All of them share one deadline, so that Firebase's ten seconds are enough.
 * @param isAllowed refuses addresses of the device and of the user's own network
 */
internal class Images(private val clock: Clock, private val isAllowed: (InetAddress) -> Boolean) {
    private val deadline = clock.elapsed() + LIMIT_MS

    /** Null: no image could be loaded in time. */
    fun load(address: String): Bitmap? =
        try {
            fetch(URL(address), REDIRECTS)?.let(::decode)
        } catch (failure: Exception) {
            Log.problem("An image could not be loaded.", failure)
            null
        } catch (failure: OutOfMemoryError) {
            Log.problem("An image does not fit into memory.", failure)
            null
        }

    private fun fetch(url: URL, redirects: Int): ByteArray? {
        if (url.protocol != "http" && url.protocol != "https") return null
        if (!InetAddress.getAllByName(url.host).all(isAllowed)) throw IOException("The image has a private address.")
        val connection = url.openConnection() as HttpURLConnection
        try {
            connection.instanceFollowRedirects = false
            connection.connectTimeout = left()
            connection.readTimeout = left()
            val status = connection.responseCode
            if (status in 300..399 && redirects > 0) {
                return connection.getHeaderField("location")?.let { fetch(URL(url, it), redirects - 1) }
            }
            if (status != 200) throw IOException("The image's server answered $status.")
            return connection.inputStream.use(::read)
        } finally {
            connection.disconnect()
        }
    }

    private fun read(stream: InputStream): ByteArray {
        val out = ByteArrayOutputStream()
        val part = ByteArray(PART)
        while (true) {
            val count = stream.read(part)
            if (count < 0) return out.toByteArray()
            out.write(part, 0, count)
            if (out.size() > MAX_BYTES) throw IOException("The image is larger than $MAX_BYTES bytes.")
            left()
        }
    }

    /** Reads the size first: a small file can hold a picture of gigabytes. */
    private fun decode(bytes: ByteArray): Bitmap? {
        val bounds = BitmapFactory.Options().apply { inJustDecodeBounds = true }
        BitmapFactory.decodeByteArray(bytes, 0, bytes.size, bounds)
        if (bounds.outWidth <= 0 || bounds.outHeight <= 0) return null
        val options = BitmapFactory.Options().apply { inSampleSize = sampleOf(maxOf(bounds.outWidth, bounds.outHeight)) }
        return BitmapFactory.decodeByteArray(bytes, 0, bytes.size, options)
    }

    /** @throws IOException after the deadline */
    private fun left(): Int {
        val left = deadline - clock.elapsed()
        if (left <= 0) throw IOException("The image took too long.")
        return left.toInt()
    }

    companion object {
        private const val LIMIT_MS = 6_000L
        private const val REDIRECTS = 3
        const val MAX_BYTES = 2 * 1024 * 1024
        private const val MAX_SIDE = 1_024
        private const val PART = 16_384

        fun isPublic(address: InetAddress): Boolean =
            !(address.isLoopbackAddress || address.isAnyLocalAddress || address.isLinkLocalAddress ||
                address.isSiteLocalAddress || address.isMulticastAddress || isUniqueLocal(address))

        /** fc00::/7, which Java does not treat as local. */
        private fun isUniqueLocal(address: InetAddress): Boolean {
            val bytes = address.address
            return bytes.size == 16 && (bytes[0].toInt() and 0xfe) == 0xfc
        }

        fun sampleOf(side: Int): Int {
            var sample = 1
            while (side / sample > MAX_SIDE) sample *= 2
            return sample
        }
    }
}
