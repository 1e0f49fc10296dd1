pluginManagement {
    repositories {
        google()
        mavenCentral()
        gradlePluginPortal()
    }
}

dependencyResolutionManagement {
    repositories {
        google()
        mavenCentral()
        // What `npm run sdk:android` has laid out.
        maven(uri("../../artifacts/android"))
    }
}

rootProject.name = "pushgraph-sample"
include(":app")
