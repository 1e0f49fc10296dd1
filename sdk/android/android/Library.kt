package io.pushgraph.android

import android.app.Activity
import android.app.Application
import android.content.Context
import android.content.pm.PackageManager
import android.os.Bundle
import android.os.SystemClock
import io.pushgraph.core.Clock
import io.pushgraph.core.FileStorage
import io.pushgraph.core.HttpNetwork
import io.pushgraph.core.Listener
import io.pushgraph.core.Network
import io.pushgraph.core.Options
import io.pushgraph.core.Pushgraph
import io.pushgraph.core.Request
import java.io.File
import java.io.IOException
import java.net.InetAddress
import java.util.Locale
import java.util.TimeZone
import java.util.concurrent.Executors
import org.json.JSONObject

/** The parts of the system that the library uses. Tests replace them. */
internal class Surroundings(
    val network: Network = HttpNetwork(),
    val clock: Clock = DeviceClock,
    val wrap: Wrap = KeystoreWrap(),
    val isImageAllowed: (InetAddress) -> Boolean = Images::isPublic,
)

private object DeviceClock : Clock {
    override fun now(): Long = System.currentTimeMillis()

    override fun elapsed(): Long = SystemClock.elapsedRealtime()
}

/** One instance per process. */
internal class Library(val context: Context, serviceId: String, val baseUrl: String) {
    /** Backups and transfers to another phone leave this folder out, so a restored app registers as a new device. */
    private val storage = SealedStorage(FileStorage(File(context.noBackupFilesDir, "pushgraph")), surroundings.wrap)

    val place = "${baseUrl.trimEnd('/')}/sdk/v1/$serviceId"
    val ledger = Ledger(storage)
    val channels = Channels(context, ledger)
    val core = Pushgraph(
        Options(
            serviceId,
            baseUrl,
            storage,
            clock = surroundings.clock,
            network = surroundings.network,
            listener = Listener { problem ->
                Log.problem("${problem.code}: ${problem.message}", null)
                Listeners.problem?.onProblem(problem)
            },
            onWaiting = { QueueJob.schedule(context) },
        ),
    )

    /** Call it off the main thread: the first read of the storage uses the Keystore. */
    private fun begin() = Background.run {
        core.start()
        val facts = facts()
        if (ledger.get("facts") != facts.toString()) core.update(facts)
        ledger.isNew("facts", facts.toString())
        channels.refresh(core)
    }

    /** The application's public key for Web Push, as last received from the service. Null: it cannot be read now. */
    fun vapidKey(): String? {
        val answer = try {
            surroundings.network.send(Request("GET", "$place/vapidkey", null, null))
        } catch (_: IOException) {
            return ledger.get("vapid_key")
        }
        if (answer.status != 200) return ledger.get("vapid_key")
        return JSONObject(answer.body).getString("vapid_key_public").also { ledger.isNew("vapid_key", it) }
    }

    private fun facts(): Map<String, Any?> {
        val locale = Locale.getDefault()
        val version = context.packageManager.getPackageInfo(context.packageName, 0).versionName
        val facts = mapOf(
            "language" to locale.toLanguageTag(),
            "country" to locale.country.takeIf { it.length == 2 },
            "timezone" to TimeZone.getDefault().id,
            "app_version" to version,
        )
        return facts.filterValues { it != null }
    }

    companion object {
        const val SERVICE_ID = "io.pushgraph.service_id"
        const val BASE_URL = "io.pushgraph.base_url"

        var surroundings = Surroundings()

        @Volatile private var current: Library? = null

        /** Null: no service is configured. */
        fun of(context: Context): Library? = current ?: fromManifest(context)

        @Synchronized
        fun start(context: Context, serviceId: String, baseUrl: String): Library {
            val known = current
            if (known != null && known.place == "${baseUrl.trimEnd('/')}/sdk/v1/$serviceId") return known
            known?.core?.close()
            val application = context.applicationContext ?: context
            return Library(application, serviceId, baseUrl).also {
                current = it
                Foreground.watch(application)
                it.begin()
            }
        }

        @Synchronized
        fun fromManifest(context: Context): Library? {
            current?.let { return it }
            val data = metaData(context)
            // Android reads a service id of digits alone as a number.
            @Suppress("DEPRECATION")
            val serviceId = data?.get(SERVICE_ID)?.toString() ?: return null
            val baseUrl = data.getString(BASE_URL) ?: return null
            return start(context, serviceId, baseUrl)
        }

        fun metaData(context: Context): Bundle? =
            context.packageManager.getApplicationInfo(context.packageName, PackageManager.GET_META_DATA).metaData

        fun wasAsked(context: Context): Boolean = of(context)?.ledger?.get("asked") != null

        /** For tests: the process ends. */
        @Synchronized
        fun forget() {
            current?.core?.close()
            current = null
        }
    }
}

/** Whether a screen of the app is visible, and taps on messages that the system drew. */
internal object Foreground : Application.ActivityLifecycleCallbacks {
    @Volatile private var started = 0
    private var watched: Application? = null

    val isVisible: Boolean get() = started > 0

    fun watch(context: Context) {
        if (context !is Application || context === watched) return
        watched = context
        started = 0
        context.registerActivityLifecycleCallbacks(this)
    }

    override fun onActivityCreated(activity: Activity, saved: Bundle?) {
        // A rotated activity gets its old intent again.
        if (saved == null) Opening.ofSystem(activity, activity.intent)
    }

    override fun onActivityStarted(activity: Activity) {
        started += 1
    }

    override fun onActivityStopped(activity: Activity) {
        started -= 1
    }

    override fun onActivityResumed(activity: Activity) = Unit

    override fun onActivityPaused(activity: Activity) = Unit

    override fun onActivitySaveInstanceState(activity: Activity, state: Bundle) = Unit

    override fun onActivityDestroyed(activity: Activity) = Unit
}

/** One thread for work that may block. A failure there must not crash the app. */
internal object Background {
    private val thread = Executors.newSingleThreadExecutor { Thread(it, "pushgraph-android").apply { isDaemon = true } }

    fun run(work: () -> Unit) = thread.execute {
        try {
            work()
        } catch (failure: Exception) {
            Log.problem("A background task failed.", failure)
        }
    }

    /** For tests: waits until all tasks submitted so far are done. */
    fun await() = thread.submit { }.get()
}

internal object Log {
    fun problem(message: String, failure: Throwable?) {
        android.util.Log.w("Pushgraph", message, failure)
    }
}

/** Every Android device has the system services that the library uses. */
internal fun <T : Any> Context.service(type: Class<T>): T = requireNotNull(getSystemService(type)) { "$type is missing." }
