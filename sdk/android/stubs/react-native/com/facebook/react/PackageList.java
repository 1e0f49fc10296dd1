package com.facebook.react;

import android.app.Application;
import java.util.ArrayList;

public class PackageList {
    public PackageList(Application application) {}

    public ArrayList<ReactPackage> getPackages() {
        return new ArrayList<>();
    }
}
