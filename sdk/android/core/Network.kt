package io.pushgraph.core

import java.io.IOException
import java.net.HttpURLConnection
import java.net.URL

/** The device's clocks. */
interface Clock {
    /** Milliseconds since 1970; the user may have set it wrong. */
    fun now(): Long

    /** Milliseconds since a fixed moment, including sleep. Nobody can change it. */
    fun elapsed(): Long
}

object SystemClock : Clock {
    override fun now(): Long = System.currentTimeMillis()

    override fun elapsed(): Long = System.nanoTime() / 1_000_000
}

/** @property body JSON, or null */
class Request(val method: String, val url: String, val secret: String?, val body: String?)

/**
 * @property retryAfterMs milliseconds that the service asks to wait, or null
 * @property date the service's time in milliseconds since 1970, or null
 */
class Answer(val status: Int, val body: String, val retryAfterMs: Long?, val date: Long?)

fun interface Network {
    /** Sends one request and waits for the answer. @throws IOException if there is none */
    fun send(request: Request): Answer
}

/** [HttpURLConnection], which supports PATCH on Android. On a desktop JVM, override [setMethod]. */
open class HttpNetwork : Network {
    override fun send(request: Request): Answer {
        val connection = URL(request.url).openConnection() as HttpURLConnection
        try {
            connection.connectTimeout = CONNECT_MS
            connection.readTimeout = READ_MS
            connection.instanceFollowRedirects = false
            connection.useCaches = false
            setMethod(connection, request.method)
            request.secret?.let { connection.setRequestProperty("authorization", "Bearer $it") }
            if (request.body != null) {
                connection.setRequestProperty("content-type", "application/json")
                connection.doOutput = true
                connection.outputStream.use { it.write(request.body.toByteArray()) }
            }
            return read(connection)
        } finally {
            connection.disconnect()
        }
    }

    protected open fun setMethod(connection: HttpURLConnection, method: String) {
        connection.requestMethod = method
    }

    private fun read(connection: HttpURLConnection): Answer {
        val status = connection.responseCode
        if (status < 0) throw IOException("The answer is no HTTP.")
        val stream = if (status >= 400) connection.errorStream else connection.inputStream
        val body = stream?.use { it.readBytes() }?.toString(Charsets.UTF_8).orEmpty()
        val date = connection.getHeaderFieldDate("date", 0).takeIf { it > 0 }
        val seconds = connection.getHeaderField("retry-after")?.trim()?.toLongOrNull()
        val until = connection.getHeaderFieldDate("retry-after", 0).takeIf { it > 0 }
        val asked = seconds?.coerceAtMost(LONGEST_WAIT_MS)?.times(1_000)
        val wait = asked ?: if (until != null && date != null) until - date else null
        return Answer(status, body, wait?.coerceIn(0, LONGEST_WAIT_MS), date)
    }

    private companion object {
        const val CONNECT_MS = 10_000
        const val READ_MS = 20_000
        const val LONGEST_WAIT_MS = 86_400_000L
    }
}
