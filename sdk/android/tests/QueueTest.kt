package io.pushgraph.android

import android.app.NotificationManager
import android.app.job.JobInfo
import android.app.job.JobParameters
import android.app.job.JobScheduler
import android.content.pm.PackageManager
import android.os.Build
import io.pushgraph.core.Answer
import io.pushgraph.core.FileStorage
import io.pushgraph.core.Listener
import io.pushgraph.core.Network
import io.pushgraph.core.Options
import io.pushgraph.core.Problem
import io.pushgraph.core.Pushgraph
import java.util.Locale
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.atomic.AtomicInteger
import org.junit.After
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertNull
import org.junit.Assert.assertTrue
import org.junit.Assume.assumeTrue
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.Robolectric
import org.robolectric.RobolectricTestRunner
import org.robolectric.Shadows.shadowOf
import org.robolectric.annotation.Config

@RunWith(RobolectricTestRunner::class)
@Config(sdk = [23, 35])
class QueueTest {
    private val world = World()
    private val scheduler = world.app.service(JobScheduler::class.java)

    private val told = CopyOnWriteArrayList<Problem>()

    @After fun end() = world.close()

    /** The core alone. It waits a few milliseconds after a failure. */
    private fun plain(network: Network): Pushgraph {
        val storage = FileStorage(world.folder)
        val listener = Listener(told::add)
        return Pushgraph(Options("17", "http://127.0.0.1", storage, network = network, listener = listener, retryBaseMs = 1, retryMaxMs = 20))
    }

    @Test fun `the provider starts the library that the manifest names`() {
        Robolectric.buildContentProvider(AndroidStart::class.java).create()
        val data = Library.metaData(world.app)
        assertEquals("${data?.getString(Library.BASE_URL)}/sdk/v1/${data?.getString(Library.SERVICE_ID)}", Library.of(world.app)?.place)
    }

    @Test fun `an app without a service in its manifest starts, and learns what is missing`() {
        @Suppress("DEPRECATION")
        val info = shadowOf(world.app.packageManager).getInternalMutablePackageInfo(world.app.packageName).applicationInfo
        val data = info?.metaData
        info?.metaData = null
        try {
            assertTrue(Robolectric.buildContentProvider(AndroidStart::class.java).create().get().onCreate())
            val failure = runCatching { PushgraphAndroid.get(world.app) }.exceptionOrNull()
            assertTrue(failure.toString(), failure is IllegalStateException && Library.SERVICE_ID in failure.message.orEmpty())
        } finally {
            info?.metaData = data
        }
    }

    @Test fun `the first start sends all facts about the device, and later starts only changes`() {
        world.register()
        val told = { world.service.bodies("/devices") + world.service.bodies("/devices/1") }
        eventually("the facts") { told().any { it.has("timezone") } && world.push.pending == 0 }
        assertEquals(Locale.getDefault().toLanguageTag(), told().first { it.has("timezone") }.getString("language"))
        world.service.got.clear()
        world.endProcess()
        world.start()
        eventually("the refresh") { world.service.count("PATCH", "/devices/1") >= 1 && world.push.pending == 0 }
        assertTrue(world.service.bodies("/devices/1").none { it.has("timezone") })
    }

    @Test fun `calls without a network return at once, and wait in a job that survives a reboot`() {
        world.service.isDown = true
        world.start().setToken("token-1")
        world.push.login("user-17")
        world.push.track("order")
        world.show()
        assertEquals(1, world.shown.size)
        eventually("login, event, receipt and facts") { world.push.pending == 4 }
        val job = scheduler.allPendingJobs.single()
        assertEquals(QueueJob.ID, job.id)
        assertTrue(job.isPersisted)
        @Suppress("DEPRECATION")
        assertEquals(JobInfo.NETWORK_TYPE_ANY, job.networkType)

        // The device is restarted, and the system starts the process for the job alone.
        val waiting = world.push.pending
        world.endProcess()
        world.service.isDown = false
        val service = Robolectric.buildService(QueueJob::class.java).create().get()
        world.start()
        assertEquals(waiting, world.push.pending)
        assertTrue(runJob(service))
        eventually("the job to send everything") { world.push.pending == 0 && world.push.deviceId != null }
        // An attempt of the first process may have arrived late, with the token only.
        val told = world.service.bodies("/devices") + world.service.bodies("/devices/1")
        assertTrue(told.any { it.optString("external_user_id") == "user-17" })
        assertEquals(1, world.service.bodies("/devices").size)
        assertEquals(1, world.service.count("POST", "/events"))
        assertEquals(1, world.receipts("delivered").size)
    }

    @Test fun `a failed job is scheduled again`() {
        world.register()
        world.service.isDown = true
        world.push.track("order")
        eventually("the event") { world.push.pending == 1 }
        var again: Boolean? = null
        world.push.flush { again = it }
        eventually("the attempt") { again != null }
        assertEquals(true, again)
        world.service.isDown = false
        eventually("the next attempt") { again = null; world.push.flush { again = it }; Thread.sleep(100); again == false }
        assertEquals(1, world.service.count("POST", "/events"))
    }

    @Test fun `a failure in the system's HTTP code does not block later calls`() {
        var faults = 2
        val push = plain { if (faults-- > 0) throw IllegalStateException("broken") else MADE }
        push.setToken("token-1")
        eventually("the device") { push.deviceId == "1" }
        assertEquals(listOf("storage", "storage"), told.map { it.code })
        push.close()
    }

    @Test fun `registration is retried when a proxy refuses it, without losing tags or events`() {
        val registrations = CopyOnWriteArrayList<String>()
        val status = AtomicInteger(200)
        val push = plain { asked ->
            val isRegistration = asked.url.endsWith("/devices")
            if (isRegistration) registrations.add(asked.body.orEmpty())
            if (status.get() == 200) MADE else Answer(if (isRegistration) status.get() else 404, "<html>", null, null)
        }
        push.setToken("token-1")
        push.setTags(listOf("vip"))
        eventually("the device") { push.deviceId == "1" && push.pending == 0 }
        status.set(401)
        push.track("order")
        eventually("three attempts") { told.size >= 3 }
        assertEquals(setOf("unavailable"), told.map { it.code }.toSet())
        status.set(200)
        eventually("the event") { push.pending == 0 }
        assertTrue(registrations.last(), "vip" in registrations.last())
        push.close()
    }

    @Test fun `a manifest without a service ends the job`() {
        val service = Robolectric.buildService(QueueJob::class.java).create().get()
        @Suppress("DEPRECATION")
        val info = shadowOf(world.app.packageManager).getInternalMutablePackageInfo(world.app.packageName).applicationInfo
        val data = info?.metaData
        info?.metaData = null
        assertFalse(runJob(service))
        info?.metaData = data
    }

    @Test fun `no file holds the secret, the token or the user in plain text`() {
        world.start().login("user-17")
        world.register("token-of-firebase")
        world.push.track("order-placed")
        world.service.isDown = true
        eventually("the files") { world.folder.list().orEmpty().isNotEmpty() }
        val all = world.folder.listFiles().orEmpty().joinToString("\n") { "${it.name} ${it.readText()}" }
        for (secret in listOf("very-secret", "token-of-firebase", "user-17", "order-placed")) assertFalse(secret, secret in all)
        assertTrue("\nkey k" in "\n$all")
        assertEquals("very-secret-1", secretOf())
    }

    @Test fun `files copied to another phone are useless, and the app registers again`() {
        world.register()
        world.endProcess()
        FakeKeystore.keys.clear()
        world.register()
        assertEquals("2", world.push.deviceId)
        assertEquals(2, world.service.bodies("/devices").size)
        assertEquals("token-1", world.service.bodies("/devices")[1].getString("token"))
    }

    @Test fun `a device with a broken Keystore still registers, and stays the same device`() {
        FakeKeystore.isBroken = true
        world.register()
        world.endProcess()
        world.register()
        assertEquals(1, world.service.bodies("/devices").size)
    }

    @Test fun `truncated or changed files count as missing`() {
        world.register()
        world.endProcess()
        world.folder.resolve("state").writeText("no line of ours\nAAAA\n\n")
        world.register()
        assertEquals(2, world.service.bodies("/devices").size)
        val storage = SealedStorage(FileStorage(world.folder), KeystoreWrap())
        world.folder.resolve("state").copyTo(world.folder.resolve("other"))
        assertEquals("", storage.read("other"))
        assertNull(storage.read("missing"))
    }

    @Test fun `categories with a channel become channels, in the language of the device`() {
        assumeTrue(Build.VERSION.SDK_INT >= 26)
        world.service.preferences = """{"preferences":[
            {"key":"offers","name":"Offers","description":"Sales","kind":"marketing","choice":"on","android_channel":"offers"},
            {"key":"orders","name":"Orders","description":"","kind":"transactional","choice":"on","android_channel":"orders"},
            {"key":"news","name":"News","description":"","kind":"marketing","choice":"on","android_channel":null}
        ],"all_marketing":"on","preferences_url":null}"""
        world.register()
        world.endProcess()
        world.start()
        eventually("the channels") { world.notifications.notificationChannels.size == 2 }
        val offers = world.notifications.getNotificationChannel("offers")
        assertEquals("Offers", offers.name)
        assertEquals("Sales", offers.description)
        assertEquals(NotificationManager.IMPORTANCE_HIGH, world.notifications.getNotificationChannel("orders").importance)
        world.show("channel" to "offers")
        assertEquals("offers", world.one().channelId)
        world.show("channel" to "unknown", "receipt" to "receipt-2")
        assertEquals(Channels.COMMON, world.one().channelId)
        assertEquals("Pushgraph sample", world.notifications.getNotificationChannel(Channels.COMMON).name)
    }

    @Test fun `the manifest asks for few permissions`() {
        @Suppress("DEPRECATION")
        val asked = world.app.packageManager.getPackageInfo(world.app.packageName, PackageManager.GET_PERMISSIONS)
        val ours = setOf("INTERNET", "ACCESS_NETWORK_STATE", "POST_NOTIFICATIONS", "RECEIVE_BOOT_COMPLETED", "WAKE_LOCK")
        assertEquals(ours.map { "android.permission.$it" }.toSet(), asked.requestedPermissions?.toSet())
    }

    private fun runJob(service: QueueJob): Boolean {
        val parameters = org.robolectric.util.ReflectionHelpers.newInstance(JobParameters::class.java)
        return service.onStartJob(parameters)
    }

    private fun secretOf(): Any? {
        val state = SealedStorage(FileStorage(world.folder), KeystoreWrap()).read("state").orEmpty()
        return org.json.JSONObject(state).get("device_secret")
    }

    private companion object {
        val MADE = Answer(201, """{"device_id":"1","device_secret":"very-secret"}""", null, null)
    }
}
