package io.pushgraph.core

import java.io.File
import java.io.FileOutputStream
import java.io.IOException
import java.io.RandomAccessFile
import java.nio.channels.FileChannel
import java.nio.channels.FileLock
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.locks.ReentrantLock
import kotlin.concurrent.withLock

/**
 * Keeps small texts on this device, by name. One of them is the device's secret, so keep them out of backups: two
 * phones must not share a secret. Every method may throw [IOException].
 */
interface Storage {
    /** The text, or null if there is none. */
    fun read(name: String): String?

    /** Replaces the text atomically: a reader sees the old or the new text, even after a crash. Null removes it. */
    fun write(name: String, text: String?)

    /** Appends a line. After a crash, the last line that [read] returns may be incomplete. */
    fun append(name: String, line: String)

    /** Runs [work] under a lock that excludes other threads and processes. Locks of different names may nest. */
    fun <T> locked(name: String, work: () -> T): T
}

/** Files in [folder], which several processes of one app may share. */
class FileStorage(private val folder: File) : Storage {
    override fun read(name: String): String? = File(folder, name).takeIf { it.exists() }?.readText()

    override fun write(name: String, text: String?) {
        val file = place(name)
        if (text == null) {
            if (!file.delete() && file.exists()) throw IOException("$file cannot be deleted.")
            return
        }
        val next = place("$name.next")
        save(next, text, append = false)
        if (!next.renameTo(file)) throw IOException("$next cannot be renamed.")
    }

    override fun append(name: String, line: String) {
        val file = place(name)
        save(file, if (endsInLine(file)) "$line\n" else "\n$line\n", append = true)
    }

    override fun <T> locked(name: String, work: () -> T): T {
        val file = place("$name.lock")
        // A file lock belongs to the process, so threads need a lock of their own.
        return THREADS.getOrPut(file.absolutePath) { ReentrantLock() }.withLock {
            RandomAccessFile(file, "rw").use { opened -> lock(opened.channel).use { work() } }
        }
    }

    /** Polls: a blocking lock reports a deadlock when two threads of one process hold and wait for locks. */
    private fun lock(channel: FileChannel): FileLock {
        var pause = 1L
        while (true) {
            channel.tryLock()?.let { return it }
            Thread.sleep(pause)
            pause = minOf(pause * 2, MAX_PAUSE_MS)
        }
    }

    private fun place(name: String): File {
        if (!folder.isDirectory && !folder.mkdirs() && !folder.isDirectory) throw IOException("$folder cannot be created.")
        return File(folder, name)
    }

    private fun save(file: File, text: String, append: Boolean) {
        FileOutputStream(file, append).use {
            it.write(text.toByteArray())
            it.fd.sync()
        }
    }

    /** False if a crash cut the last line. */
    private fun endsInLine(file: File): Boolean {
        if (!file.exists() || file.length() == 0L) return true
        return RandomAccessFile(file, "r").use { opened ->
            opened.seek(opened.length() - 1)
            opened.read() == '\n'.code
        }
    }

    private companion object {
        const val MAX_PAUSE_MS = 50L
        val THREADS = ConcurrentHashMap<String, ReentrantLock>()
    }
}
