package com.facebook.react;

import android.content.Context;

public class ReactNativeApplicationEntryPoint {
    public static void loadReactNative(Context context) {}
}
