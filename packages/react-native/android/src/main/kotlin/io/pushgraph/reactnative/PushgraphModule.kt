package io.pushgraph.reactnative

import com.facebook.react.BaseReactPackage
import com.facebook.react.bridge.NativeModule
import com.facebook.react.bridge.Promise
import com.facebook.react.bridge.ReactApplicationContext
import com.facebook.react.bridge.ReadableArray
import com.facebook.react.bridge.UiThreadUtil
import com.facebook.react.module.model.ReactModuleInfo
import com.facebook.react.module.model.ReactModuleInfoProvider
import io.pushgraph.android.Permission
import io.pushgraph.android.PermissionListener
import io.pushgraph.android.PushgraphAndroid
import io.pushgraph.core.Preferences
import io.pushgraph.core.Pushgraph
import io.pushgraph.core.ReceiptKind
import kotlin.coroutines.Continuation
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.coroutines.startCoroutine
import org.json.JSONException
import org.json.JSONObject

/** The calls of JavaScript. An exception here would end the app, so each failure becomes a problem that the app hears. */
class PushgraphModule(context: ReactApplicationContext) : NativePushgraphSpec(context) {
    private val app = context.applicationContext
    private val emit: (String) -> Unit = { emitOnEvent(it) }

    override fun start(serviceId: String?, baseUrl: String?) = quietly {
        val push = if (serviceId != null && baseUrl != null) PushgraphAndroid.start(app, serviceId, baseUrl) else device()
        push.start()
    }

    override fun setToken(token: String) = quietly { device().setToken(token) }

    override fun login(externalUserId: String, identityHash: String?) =
        quietly { device().login(externalUserId, identityHash) }

    override fun logout() = quietly { device().logout() }

    override fun setTags(tags: ReadableArray) = quietly { device().setTags(tags.toArrayList().filterIsInstance<String>()) }

    override fun setAttributes(attributes: String) = quietly { device().setAttributes(readMembers(attributes)) }

    override fun update(facts: String) = quietly { device().update(readMembers(facts)) }

    override fun track(code: String, id: String?, data: String?) = quietly { device().track(code, id, data?.let(::readMembers)) }

    override fun receipt(receipt: String, kind: String, button: String?) =
        quietly { device().receipt(receipt, ReceiptKind.valueOf(kind.uppercase()), button) }

    override fun online() = quietly { device().online() }

    override fun setBadge(count: Double) = quietly { PushgraphAndroid.setBadge(app, count.toInt()) }

    override fun deviceId(promise: Promise) = answer(promise) { device().deviceId }

    override fun pending(promise: Promise) = answer(promise) { device().pending }

    override fun permission(promise: Promise) = answer(promise) { toWord(PushgraphAndroid.permission(app)) }

    override fun requestPermission(promise: Promise) {
        val activity = reactApplicationContext.currentActivity
        // Without a screen nobody can be asked.
        if (activity == null) return permission(promise)
        UiThreadUtil.runOnUiThread {
            PushgraphAndroid.requestPermission(activity, PermissionListener { promise.resolve(toWord(it)) })
        }
    }

    override fun preferences(language: String?, promise: Promise) = ask(promise) { it.preferences(language) }

    override fun setPreferences(choices: String, allMarketing: Boolean?, language: String?, promise: Promise) =
        ask(promise) { it.setPreferences(readChoices(choices), allMarketing, language) }

    override fun listen(kinds: ReadableArray, isShownByApp: Boolean) =
        Events.listen(kinds.toArrayList().filterIsInstance<String>().toSet(), isShownByApp, emit)

    override fun invalidate() {
        Events.leave(emit)
        super.invalidate()
    }

    private fun device(): Pushgraph = PushgraphAndroid.get(app)

    private fun quietly(call: () -> Unit) {
        try {
            call()
        } catch (failure: RuntimeException) {
            Events.refused(failure)
        } catch (failure: JSONException) {
            Events.refused(failure)
        }
    }

    private fun answer(promise: Promise, read: () -> Any?) {
        try {
            promise.resolve(read())
        } catch (failure: RuntimeException) {
            promise.reject("refused", failure)
        }
    }

    private fun ask(promise: Promise, question: suspend (Pushgraph) -> Preferences?) {
        val whole: suspend () -> Preferences? = { question(device()) }
        whole.startCoroutine(
            Continuation(EmptyCoroutineContext) { result ->
                result.fold({ promise.resolve(it?.let(::toJson)) }, { promise.reject("refused", it) })
            },
        )
    }
}

/** Makes the module for React Native, which finds this class by autolinking. */
class PushgraphPackage : BaseReactPackage() {
    override fun getModule(name: String, reactContext: ReactApplicationContext): NativeModule? =
        if (name == NativePushgraphSpec.NAME) PushgraphModule(reactContext) else null

    override fun getReactModuleInfoProvider() = ReactModuleInfoProvider {
        val name = NativePushgraphSpec.NAME
        mapOf(name to ReactModuleInfo(name, name, false, false, false, true))
    }
}

private fun toWord(permission: Permission): String = permission.name.lowercase()

private fun readChoices(text: String): Map<String, Boolean> =
    JSONObject(text).let { choices -> choices.keys().asSequence().associateWith(choices::getBoolean) }
