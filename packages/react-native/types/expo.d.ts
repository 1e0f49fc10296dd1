// Expo has the same package under its own name, so that an app has one version of it.
declare module 'expo/config-plugins' {
  export * from '@expo/config-plugins';
}
