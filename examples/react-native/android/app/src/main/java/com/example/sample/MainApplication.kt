package com.example.sample

import android.app.Application
import com.facebook.react.PackageList
import com.facebook.react.ReactApplication
import com.facebook.react.ReactHost
import com.facebook.react.ReactNativeApplicationEntryPoint.loadReactNative
import com.facebook.react.defaults.DefaultReactHost.getDefaultReactHost

/** As React Native's template has it: autolinking adds pushgraph, whose provider starts with the process. */
class MainApplication : Application(), ReactApplication {
    override val reactHost: ReactHost by lazy {
        getDefaultReactHost(context = applicationContext, packageList = PackageList(this).packages)
    }

    override fun onCreate() {
        super.onCreate()
        loadReactNative(this)
    }
}
