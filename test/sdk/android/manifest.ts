import { readFile } from 'node:fs/promises';

/**
 * Merges the manifests of libraries into that of an app, with just the features that these manifests need. It omits
 * `queries`, because Debian's aapt2 does not support it. Robolectric hides no packages.
 */
export const mergeManifests = async (app: string, libraries: readonly string[]): Promise<string> => {
  const texts = await Promise.all(libraries.map((file) => readFile(file, 'utf8')));
  const permissions = texts.flatMap((text) => text.match(/<uses-permission [^>]*\/>/g) ?? []);
  const components = texts.map((text) => /<application>(.*)<\/application>/s.exec(text)?.[1] ?? '');
  const main = await readFile(app, 'utf8');
  const id = /package="([^"]+)"/.exec(main)?.[1] ?? '';
  const sdk = '<uses-sdk android:minSdkVersion="23" android:targetSdkVersion="35" />';
  return main
    .replace('<application ', `${[sdk, ...new Set(permissions)].join('\n    ')}\n    <application `)
    .replace('</application>', `${components.join('')}</application>`)
    .replaceAll(/\s+tools:ignore="[^"]*"/g, '')
    .replaceAll(`\${applicationId}`, id);
};
