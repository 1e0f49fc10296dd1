package io.pushgraph.android

import android.app.Application
import android.app.Notification
import android.app.NotificationManager
import android.os.Looper
import android.security.keystore.KeyGenParameterSpec
import android.service.notification.StatusBarNotification
import com.sun.net.httpserver.HttpExchange
import com.sun.net.httpserver.HttpServer
import io.pushgraph.core.HttpNetwork
import io.pushgraph.core.Pushgraph
import io.pushgraph.core.SystemClock
import java.io.File
import java.io.InputStream
import java.io.OutputStream
import java.net.HttpURLConnection
import java.net.InetSocketAddress
import java.security.Key
import java.security.KeyStore
import java.security.KeyStoreSpi
import java.security.Provider
import java.security.SecureRandom
import java.security.Security
import java.security.cert.Certificate
import java.security.spec.AlgorithmParameterSpec
import java.util.Collections
import java.util.Date
import java.util.Enumeration
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.Executors
import javax.crypto.KeyGenerator
import javax.crypto.KeyGeneratorSpi
import javax.crypto.SecretKey
import org.json.JSONObject
import org.robolectric.RuntimeEnvironment
import org.robolectric.Shadows.shadowOf

/** A device with one app, and a service that the tests simulate. */
class World : AutoCloseable {
    val app: Application = RuntimeEnvironment.getApplication()
    val service = Service()
    val notifications: NotificationManager = app.service(NotificationManager::class.java)
    val push: Pushgraph get() = PushgraphAndroid.get(app)
    val folder = File(app.noBackupFilesDir, "pushgraph")

    init {
        FakeKeystore.install()
        endProcess()
        folder.deleteRecursively()
        Library.surroundings = Surroundings(DesktopNetwork(), SystemClock, KeystoreWrap()) { true }
        if (android.os.Build.VERSION.SDK_INT >= 33) shadowOf(app).grantPermissions(PermissionActivity.POST)
    }

    fun start(): Pushgraph = PushgraphAndroid.start(app, "17", service.address)

    /** Registers the device, as Firebase's token does. */
    fun register(token: String = "token-1") {
        start().setToken(token)
        eventually("the registration") { push.deviceId != null && push.pending == 0 }
    }

    /** The next call finds no memory, only files. */
    fun endProcess() {
        Background.await()
        Library.forget()
        QueueJob.forget()
        PushgraphAndroid.onOpen(null)
        PushgraphAndroid.onForeground(null)
        PushgraphAndroid.onDismiss(null)
        PushgraphAndroid.onSilent(null)
        PushgraphAndroid.onProblem(null)
    }

    fun show(vararg members: Pair<String, String>) = PushgraphAndroid.receive(app, MESSAGE + members)

    val shown: List<StatusBarNotification> get() = notifications.activeNotifications.filter { it.id == Notifier.MESSAGE }

    fun one(): Notification = shown.single().notification

    fun receipts(kind: String): List<JSONObject> = service.bodies("/receipts").filter { it.getString("kind") == kind }

    override fun close() {
        endProcess()
        service.close()
    }

    companion object {
        val MESSAGE = mapOf("message_id" to "m1", "receipt" to "receipt-1", "title" to "Sale", "text" to "Half price!")
    }
}

fun eventually(what: String, isSo: () -> Boolean) {
    val deadline = System.nanoTime() + 30_000_000_000
    while (!isSo()) {
        shadowOf(Looper.getMainLooper()).idle()
        check(System.nanoTime() < deadline) { "Waited in vain for $what." }
        Thread.sleep(10)
    }
}

/** A request that [Service] got. */
class Got(val method: String, val path: String, val body: JSONObject)

/** Answers like `/sdk/v1`, and serves images. */
class Service : AutoCloseable {
    private val server = HttpServer.create(InetSocketAddress("127.0.0.1", 0), 0)
    private val threads = Executors.newCachedThreadPool()
    val got = CopyOnWriteArrayList<Got>()
    @Volatile var preferences = """{"preferences":[],"all_marketing":"on","preferences_url":null}"""
    @Volatile var isDown = false
    @Volatile var onImage: (HttpExchange) -> Unit = { it.sendResponseHeaders(404, -1) }
    private var devices = 0

    init {
        server.executor = threads
        server.createContext("/") { exchange -> exchange.use(::answer) }
        server.start()
    }

    val address = "http://127.0.0.1:${server.address.port}"

    fun count(method: String, end: String) = got.count { it.method == method && it.path.endsWith(end) }

    fun bodies(end: String) = got.filter { it.path.endsWith(end) }.map { it.body }

    private fun answer(exchange: HttpExchange) {
        val path = exchange.requestURI.path
        if (path.startsWith("/image")) return onImage(exchange)
        val text = exchange.requestBody.readBytes().toString(Charsets.UTF_8)
        if (isDown) return
        got.add(Got(exchange.requestMethod, path, JSONObject(text.ifEmpty { "{}" })))
        when {
            path.endsWith("/devices") -> {
                devices += 1
                reply(exchange, 201, """{"device_id":"$devices","device_secret":"very-secret-$devices"}""")
            }
            path.endsWith("/preferences") -> reply(exchange, 200, preferences)
            path.endsWith("/vapidkey") -> reply(exchange, 200, """{"vapid_key_public":"$VAPID"}""")
            else -> reply(exchange, 200, """{"accepted":1,"ignored":0}""")
        }
    }

    fun reply(exchange: HttpExchange, status: Int, text: String) {
        val bytes = text.toByteArray()
        exchange.sendResponseHeaders(status, bytes.size.toLong())
        exchange.responseBody.write(bytes)
    }

    override fun close() {
        server.stop(0)
        threads.shutdownNow()
    }

    companion object {
        const val VAPID = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
    }
}

/** HttpURLConnection refuses PATCH on a desktop, but not on Android. Java must run with `--add-opens`. */
class DesktopNetwork : HttpNetwork() {
    override fun setMethod(connection: HttpURLConnection, method: String) {
        if (method != "PATCH") return super.setMethod(connection, method)
        HttpURLConnection::class.java.getDeclaredField("method").apply { isAccessible = true }.set(connection, method)
    }
}

/** Robolectric has no Keystore. This one keeps keys in memory and fails on demand. */
class FakeKeystore : Provider("AndroidKeyStore", "1.0", "for tests") {
    init {
        put("KeyStore.AndroidKeyStore", Store::class.java.name)
        put("KeyGenerator.AES", Generator::class.java.name)
    }

    class Generator : KeyGeneratorSpi() {
        private var alias = ""
        private val real = KeyGenerator.getInstance("AES", "SunJCE")

        override fun engineInit(random: SecureRandom?) = Unit

        override fun engineInit(spec: AlgorithmParameterSpec?, random: SecureRandom?) {
            alias = (spec as KeyGenParameterSpec).keystoreAlias
            real.init(256)
        }

        override fun engineInit(size: Int, random: SecureRandom?) = Unit

        override fun engineGenerateKey(): SecretKey {
            if (isBroken) throw java.security.ProviderException("The Keystore is broken.")
            return real.generateKey().also { keys[alias] = it }
        }
    }

    class Store : KeyStoreSpi() {
        override fun engineGetKey(alias: String, password: CharArray?): Key? {
            if (isBroken) throw java.security.ProviderException("The Keystore is broken.")
            return keys[alias]
        }

        /** Android's keys need no password, unlike those of a desktop. */
        override fun engineGetEntry(alias: String, protection: KeyStore.ProtectionParameter?): KeyStore.Entry? =
            keys[alias]?.let { KeyStore.SecretKeyEntry(it) }

        override fun engineLoad(stream: InputStream?, password: CharArray?) = Unit

        override fun engineGetCertificateChain(alias: String): Array<Certificate>? = null

        override fun engineGetCertificate(alias: String): Certificate? = null

        override fun engineGetCreationDate(alias: String): Date? = null

        override fun engineSetKeyEntry(alias: String, key: Key, password: CharArray?, chain: Array<Certificate>?) = Unit

        override fun engineSetKeyEntry(alias: String, key: ByteArray, chain: Array<Certificate>?) = Unit

        override fun engineSetCertificateEntry(alias: String, certificate: Certificate) = Unit

        override fun engineDeleteEntry(alias: String) {
            keys.remove(alias)
        }

        override fun engineAliases(): Enumeration<String> = Collections.enumeration(keys.keys)

        override fun engineContainsAlias(alias: String): Boolean = alias in keys

        override fun engineSize(): Int = keys.size

        override fun engineIsKeyEntry(alias: String): Boolean = alias in keys

        override fun engineIsCertificateEntry(alias: String): Boolean = false

        override fun engineGetCertificateAlias(certificate: Certificate): String? = null

        override fun engineStore(stream: OutputStream?, password: CharArray?) = Unit
    }

    companion object {
        val keys = Collections.synchronizedMap(HashMap<String, SecretKey>())
        @Volatile var isBroken = false

        fun install() {
            keys.clear()
            isBroken = false
            Security.removeProvider("AndroidKeyStore")
            Security.addProvider(FakeKeystore())
        }
    }
}
