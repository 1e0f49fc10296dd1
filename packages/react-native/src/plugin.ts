import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  AndroidConfig,
  type ConfigPlugin,
  IOSConfig,
  WarningAggregator,
  withAndroidManifest,
  withAppDelegate,
  withDangerousMod,
  withEntitlementsPlist,
  withInfoPlist,
  withPlugins,
  withPodfile,
  withXcodeProject,
} from 'expo/config-plugins';

export interface PluginOptions {
  /** The application's `service_id`. */
  readonly serviceId: string;
  /** The address of pushgraph, such as `https://push.example.com`. */
  readonly baseUrl: string;
  /** A white PNG with transparency, for Android's status bar. */
  readonly icon?: string;
  /** The app group of the app and its extension. The default is `group.` and the bundle identifier. */
  readonly appGroup?: string;
  /** Apple's environment; `development` by default. Distribution by Xcode or EAS makes it `production`. */
  readonly apsEnvironment?: 'development' | 'production';
}

const EXTENSION = 'PushgraphNotificationService';
const POD_HELPER =
  "File.join(File.dirname(`node --print \"require.resolve('@pushgraph/react-native/package.json')\"`), 'pushgraph_pods')";

/** Sets up a generated app: names the service, and adds what notifications need on both systems. */
const withPushgraph: ConfigPlugin<PluginOptions> = (config, options) => {
  for (const name of ['serviceId', 'baseUrl'] as const)
    if (!options?.[name])
      throw new Error(`\`${name}\` is missing in the options of the plugin @pushgraph/react-native.`);
  return withPlugins(config, [
    [withService, options],
    [withIcon, options],
    [withAppleKeys, options],
    [withDelegate, options],
    [withExtensionFiles, options],
    [withExtensionTarget, options],
    [withPods, options],
  ]);
};

export default withPushgraph;

const withService: ConfigPlugin<PluginOptions> = (config, { serviceId, baseUrl, icon }) => {
  if (!config.android?.googleServicesFile)
    WarningAggregator.addWarningAndroid(
      '@pushgraph/react-native',
      'Set `android.googleServicesFile` to the google-services.json of your Firebase project.',
    );
  return withAndroidManifest(config, (mod) => {
    const { addMetaDataItemToMainApplication: add, getMainApplicationOrThrow } = AndroidConfig.Manifest;
    const application = getMainApplicationOrThrow(mod.modResults);
    add(application, 'io.pushgraph.service_id', serviceId);
    add(application, 'io.pushgraph.base_url', baseUrl);
    if (icon) add(application, 'io.pushgraph.icon', '@drawable/pushgraph_icon', 'resource');
    return mod;
  });
};

const withIcon: ConfigPlugin<PluginOptions> = (config, { icon }) =>
  icon
    ? withDangerousMod(config, [
        'android',
        async (mod) => {
          const { projectRoot, platformProjectRoot } = mod.modRequest;
          const folder = join(platformProjectRoot, 'app/src/main/res/drawable');
          await mkdir(folder, { recursive: true });
          await copyFile(join(projectRoot, icon), join(folder, 'pushgraph_icon.png'));
          return mod;
        },
      ])
    : config;

const withAppleKeys: ConfigPlugin<PluginOptions> = (config, options) => {
  const group = appGroupOf(config, options);
  const named = withInfoPlist(config, (mod) => {
    const modes = new Set([...(mod.modResults.UIBackgroundModes ?? []), 'remote-notification']);
    Object.assign(mod.modResults, serviceKeys(group, options), { UIBackgroundModes: [...modes] });
    return mod;
  });
  return withEntitlementsPlist(named, (mod) => {
    mod.modResults['aps-environment'] = options.apsEnvironment ?? 'development';
    const groups = (mod.modResults[GROUPS] as string[] | undefined) ?? [];
    mod.modResults[GROUPS] = [...new Set([...groups, group])];
    return mod;
  });
};

/** The three calls of an app delegate. */
const withDelegate: ConfigPlugin<PluginOptions> = (config) =>
  withAppDelegate(config, (mod) => {
    if (mod.modResults.language !== 'swift')
      throw new Error('The app delegate is not Swift. Add the calls of README.md by hand.');
    mod.modResults.contents = addDelegateCalls(mod.modResults.contents);
    return mod;
  });

const LAUNCH = '    PushgraphReactNative.launch(application)\n';
const METHODS = `
  public override func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    super.application(application, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)
    PushgraphReactNative.register(deviceToken)
  }

  public override func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    PushgraphReactNative.receive(userInfo, application, completionHandler)
  }
`;

const addDelegateCalls = (source: string): string => {
  if (source.includes('PushgraphReactNative')) return source;
  const launched = source.replace(/^( *)return super\.application\(application, didFinishLaunching/m, `${LAUNCH}$&`);
  const whole = launched.replace(/^class AppDelegate[\s\S]*?^\}/m, (body) => `${body.slice(0, -1)}${METHODS}}`);
  if (!launched.includes(LAUNCH) || !whole.includes(METHODS))
    throw new Error('The app delegate has another form than that of Expo. Add the calls of README.md by hand.');
  return `import pushgraph_react_native\n${whole}`;
};

const withExtensionFiles: ConfigPlugin<PluginOptions> = (config, options) =>
  withDangerousMod(config, [
    'ios',
    async (mod) => {
      const folder = join(mod.modRequest.platformProjectRoot, EXTENSION);
      await mkdir(folder, { recursive: true });
      const group = appGroupOf(config, options);
      const files = {
        'NotificationService.swift': SERVICE_CODE,
        'Info.plist': toPlist({ ...BUNDLE_KEYS, ...serviceKeys(group, options), NSExtension }),
        [`${EXTENSION}.entitlements`]: toPlist({ [GROUPS]: [group] }),
      };
      for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
      return mod;
    },
  ]);

const withExtensionTarget: ConfigPlugin<PluginOptions> = (config) =>
  withXcodeProject(config, (mod) => {
    const project = mod.modResults;
    // The package `xcode` keeps the quotes that it writes.
    if (project.pbxTargetByName(`"${EXTENSION}"`) ?? project.pbxTargetByName(EXTENSION)) return mod;
    const bundleId = `${mod.ios?.bundleIdentifier}.${EXTENSION}`;
    // The package `xcode` adds dependencies only to a project that has these sections.
    project.hash.project.objects.PBXTargetDependency ??= {};
    project.hash.project.objects.PBXContainerItemProxy ??= {};
    const target = project.addTarget(EXTENSION, 'app_extension', EXTENSION, bundleId);
    project.addBuildPhase(['NotificationService.swift'], 'PBXSourcesBuildPhase', 'Sources', target.uuid);
    project.addBuildPhase([], 'PBXFrameworksBuildPhase', 'Frameworks', target.uuid);
    const group = project.addPbxGroup(
      ['NotificationService.swift', 'Info.plist', `${EXTENSION}.entitlements`],
      EXTENSION,
      EXTENSION,
    );
    const { firstProject } = project.getFirstProject();
    project.addToPbxGroup(group.uuid, firstProject.mainGroup);
    setBuildSettings(project, bundleId, mod);
    return mod;
  });

type XcodeProject = Parameters<Parameters<typeof withXcodeProject>[1]>[0]['modResults'];

const setBuildSettings = (project: XcodeProject, bundleId: string, config: Config): void => {
  const { formatDeviceFamilies, getDeviceFamilies } = IOSConfig.DeviceFamily;
  const settings = {
    CODE_SIGN_ENTITLEMENTS: `${EXTENSION}/${EXTENSION}.entitlements`,
    CODE_SIGN_STYLE: 'Automatic',
    CURRENT_PROJECT_VERSION: config.ios?.buildNumber ?? '1',
    GENERATE_INFOPLIST_FILE: 'NO',
    INFOPLIST_FILE: `${EXTENSION}/Info.plist`,
    IPHONEOS_DEPLOYMENT_TARGET: '15.1',
    MARKETING_VERSION: config.version ?? '1.0',
    PRODUCT_BUNDLE_IDENTIFIER: `"${bundleId}"`,
    SWIFT_VERSION: '6.0',
    // Expo writes it into every target when it generates the project again.
    TARGETED_DEVICE_FAMILY: formatDeviceFamilies(getDeviceFamilies(config)),
  };
  for (const configuration of Object.values<{ buildSettings?: Record<string, string> }>(
    project.pbxXCBuildConfigurationSection(),
  ))
    if (configuration.buildSettings?.PRODUCT_NAME === `"${EXTENSION}"`)
      Object.assign(configuration.buildSettings, settings);
};

const withPods: ConfigPlugin<PluginOptions> = (config) =>
  withPodfile(config, (mod) => {
    const { contents } = mod.modResults;
    if (contents.includes('pushgraph_pods')) return mod;
    const inTarget = contents.replace(/^( *)use_expo_modules!$/m, '$&\n$1pushgraph_pods');
    if (inTarget === contents) throw new Error('The Podfile has another form than that of Expo. See README.md.');
    mod.modResults.contents = `require ${POD_HELPER}\n${inTarget}\ntarget '${EXTENSION}' do\n  pushgraph_extension_pods\nend\n`;
    return mod;
  });

const GROUPS = 'com.apple.security.application-groups';

type Config = Parameters<ConfigPlugin>[0];

const appGroupOf = (config: Config, { appGroup }: PluginOptions): string => {
  if (appGroup) return appGroup;
  const bundleId = config.ios?.bundleIdentifier;
  if (!bundleId) throw new Error('Set `ios.bundleIdentifier`, or `appGroup` of the plugin @pushgraph/react-native.');
  return `group.${bundleId}`;
};

const serviceKeys = (appGroup: string, { serviceId, baseUrl }: PluginOptions) => ({
  PushgraphServiceId: serviceId,
  PushgraphBaseUrl: baseUrl,
  PushgraphAppGroup: appGroup,
});

const BUNDLE_KEYS = {
  CFBundleDisplayName: EXTENSION,
  CFBundleExecutable: '$(EXECUTABLE_NAME)',
  CFBundleIdentifier: '$(PRODUCT_BUNDLE_IDENTIFIER)',
  CFBundleName: '$(PRODUCT_NAME)',
  CFBundlePackageType: '$(PRODUCT_BUNDLE_PACKAGE_TYPE)',
  CFBundleShortVersionString: '$(MARKETING_VERSION)',
  CFBundleVersion: '$(CURRENT_PROJECT_VERSION)',
};

const NSExtension = {
  NSExtensionPointIdentifier: 'com.apple.usernotifications.service',
  NSExtensionPrincipalClass: '$(PRODUCT_MODULE_NAME).NotificationService',
};

const SERVICE_CODE = `import PushgraphExtension

/// The \`Info.plist\` names it as the principal class.
final class NotificationService: PushgraphNotificationService {}
`;

type PlistValue = string | readonly string[] | { readonly [key: string]: PlistValue };

const toPlist = (members: { readonly [key: string]: PlistValue }): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
${toXml(members)}
</plist>
`;

const toXml = (value: PlistValue): string => {
  if (typeof value === 'string') return `<string>${escapeXml(value)}</string>`;
  if (Array.isArray(value)) return `<array>${value.map(toXml).join('')}</array>`;
  const members = Object.entries(value).map(([key, item]) => `<key>${escapeXml(key)}</key>\n${toXml(item)}`);
  return `<dict>\n${members.join('\n')}\n</dict>`;
};

const escapeXml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
