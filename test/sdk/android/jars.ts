import type { Jars } from '../../support/maven-jars.js';

const ANDROID_ALL = 'org/robolectric/android-all';
const ROBOLECTRIC = 'org/robolectric';

/** Android 15 as classes, to compile against. */
export const ANDROID: Jars = {
  [`${ANDROID_ALL}/15-robolectric-13954326/android-all-15-robolectric-13954326.jar`]:
    'e17105f6c432357e6bb278a527f8e848d01fc56ccee01be77725bea23d871990',
};

/** Android 6, the oldest supported version, and Android 15, to run in Robolectric. */
export const SYSTEMS: Jars = {
  [`${ANDROID_ALL}-instrumented/6.0.1_r3-robolectric-r1-i7/android-all-instrumented-6.0.1_r3-robolectric-r1-i7.jar`]:
    'bc9148d548ce6875f0df9aadb0535ef2e3a5a8cf385f47a5c6c4060a7aab4e75',
  [`${ANDROID_ALL}-instrumented/15-robolectric-13954326-i7/android-all-instrumented-15-robolectric-13954326-i7.jar`]:
    '06c4c8602d6db7486266a982bc55834ed6dfebd62a0b88daca204139ecf142cb',
};

/** UnifiedPush's library, an archive with `classes.jar`, and the cryptography that it needs. */
export const CONNECTOR: Jars = {
  'org/unifiedpush/android/connector/3.1.2/connector-3.1.2.aar':
    '34db54024874bd2db86ef0df9709ac9366232db0780e0109781f21f6eabc57e7',
};
export const TINK: Jars = {
  'com/google/crypto/tink/tink/1.18.0/tink-1.18.0.jar':
    '30df12a1f59045637213477656e01f6fbcc02616c20da1696cbd4643ada668ef',
};

/** Google's shrinker and translator to Android's byte code. */
export const R8: Jars = {
  'com/android/tools/r8/9.5.28/r8-9.5.28.jar': '38a9ffaaebbd17d1514e3ecbff5a85b989bb13c551b9e224c7409514eea84ff5',
};

/** Robolectric without the parts that are only in Google's Maven repository: sdk/android/stubs replaces those. */
export const TESTING: Jars = {
  [`${ROBOLECTRIC}/annotations/4.16.1/annotations-4.16.1.jar`]:
    '65a55f0b3cbcfbfc675b0c9075a30edc3b95e6e772a911d874197cc528c9d7b1',
  [`${ROBOLECTRIC}/junit/4.16.1/junit-4.16.1.jar`]: 'c5b1a61599347ab9a5dc692104b457cd3c31375cd6eecf9b956749309091b5e8',
  [`${ROBOLECTRIC}/nativeruntime/4.16.1/nativeruntime-4.16.1.jar`]:
    '55e339282dde0466dcfbce0fd861562bed59bc43f41012d21d750d07147c9e98',
  [`${ROBOLECTRIC}/nativeruntime-dist-compat/1.0.18/nativeruntime-dist-compat-1.0.18.jar`]:
    'a6c34d92c990754e5aee076032a36f8e38fcacb5eb878ebe0a324509f3864eef',
  [`${ROBOLECTRIC}/pluginapi/4.16.1/pluginapi-4.16.1.jar`]:
    'ba72852745647202c40f1937ddca813bfa1be7707f84e3f65beae2c49d592174',
  [`${ROBOLECTRIC}/resources/4.16.1/resources-4.16.1.jar`]:
    'fb16b2c000cc1b91c6f26b6f6c08459e5b1ee35d99cfb908f20a73a05f3f962c',
  [`${ROBOLECTRIC}/robolectric/4.16.1/robolectric-4.16.1.jar`]:
    'ebfd48a0255689b0e58a3bbc6c794dc0c0d7b48ce31006fe2613cf7548cba229',
  [`${ROBOLECTRIC}/sandbox/4.16.1/sandbox-4.16.1.jar`]:
    '14a9bd67d4765c5d6c4ff57ddf339cb447e63df4a46bac650c093a15e2209bdf',
  [`${ROBOLECTRIC}/shadowapi/4.16.1/shadowapi-4.16.1.jar`]:
    '6f997b1c0d169a01a967dff2661a95f4c2c2b5b008e8b9e1fba0b2682d6f8c6d',
  [`${ROBOLECTRIC}/shadows-framework/4.16.1/shadows-framework-4.16.1.jar`]:
    'a59802cffec783aa0e7df1489b0c2ce1126ef7cdedb940ffc378eb61e86958c8',
  [`${ROBOLECTRIC}/utils/4.16.1/utils-4.16.1.jar`]: '8088e94dcaa5cd36251492b1e1155ea2b636756b2271dbbb2d325a012c8a30e2',
  [`${ROBOLECTRIC}/utils-reflector/4.16.1/utils-reflector-4.16.1.jar`]:
    'f1c49f95cb3a94ec6fcebfdf1753dd12a879ce5703b3b851f63fb8b412210eb9',
  'org/ow2/asm/asm/9.8/asm-9.8.jar': '876eab6a83daecad5ca67eb9fcabb063c97b5aeb8cf1fca7a989ecde17522051',
  'org/ow2/asm/asm-commons/9.8/asm-commons-9.8.jar': '3301a1c1cb4c59fcc5292648dac1d7c5aed4c0f067dfbe88873b8cdfe77404f4',
  'org/ow2/asm/asm-tree/9.8/asm-tree-9.8.jar': '14b7880cb7c85eed101e2710432fc3ffb83275532a6a894dc4c4095d49ad59f1',
  'org/bouncycastle/bcprov-jdk18on/1.81/bcprov-jdk18on-1.81.jar':
    '249f396412b0c0ce67f25c8197da757b241b8be3ec4199386c00704a2457459b',
  'org/conscrypt/conscrypt-openjdk-uber/2.5.2/conscrypt-openjdk-uber-2.5.2.jar':
    'eaf537d98e033d0f0451cd1b8cc74e02d7b55ec882da63c88060d806ba89c348',
  'com/google/guava/guava/33.4.8-jre/guava-33.4.8-jre.jar':
    'f3d7f57f67fd622f4d468dfdd692b3a5e3909246c28017ac3263405f0fe617ed',
  'com/google/guava/failureaccess/1.0.3/failureaccess-1.0.3.jar':
    'cbfc3906b19b8f55dd7cfd6dfe0aa4532e834250d7f080bd8d211a3e246b59cb',
  'com/ibm/icu/icu4j/77.1/icu4j-77.1.jar': 'b3640b9f416a4411fd33c59abbeea8fd57d024c23e1819bf9673220a97499fe3',
  'com/almworks/sqlite4java/sqlite4java/1.0.392/sqlite4java-1.0.392.jar':
    '243a64470fda0e86a6fddeb0af4c7aa9426ce84e68cbfe18d75ee5da4b7e0b92',
  'org/yaml/snakeyaml/2.4/snakeyaml-2.4.jar': 'ef779af5d29a9dde8cc70ce0341f5c6f7735e23edff9685ceaa9d35359b7bb7f',
  'javax/inject/javax.inject/1/javax.inject-1.jar': '91c77044a50c481636c32d916fd89c9118a72195390452c81065080f957de7ff',
  'javax/annotation/javax.annotation-api/1.3.2/javax.annotation-api-1.3.2.jar':
    'e04ba5195bcd555dc95650f7cc614d151e4bcd52d29a10b8aa2197f3ab89ab9b',
  'junit/junit/4.13.2/junit-4.13.2.jar': '8e495b634469d64fb8acfa3495a065cbacc8a0fff55ce1e31007be4c16dc57d3',
  'org/hamcrest/hamcrest-core/1.3/hamcrest-core-1.3.jar':
    '66fdef91e9739348df7a096aa384a5685f4e875584cce89386a7a47251c4d8e9',
};

/** React Native for Android and its bridge to C++ (archives with `classes.jar`), and the annotations of its classes. */
export const REACT_ANDROID: Jars = {
  'com/facebook/react/react-android/0.87.1/react-android-0.87.1-release.aar':
    '741849961df078890946c28aaeec6519a11e440940572d85126e6ea1539613a4',
  'com/facebook/fbjni/fbjni/0.7.0/fbjni-0.7.0.aar': '7e319ae110ac5e5ef18904170aea5c3e753e915d196699d7fd39d36c8e1dfe36',
};
export const REACT_LIBRARIES: Jars = {
  'com/facebook/infer/annotation/infer-annotation/0.18.0/infer-annotation-0.18.0.jar':
    'caefba935643dc962758a760f1627a402215af034d96c0f484d63b7fddca992f',
  'com/facebook/yoga/proguard-annotations/1.19.0/proguard-annotations-1.19.0.jar':
    'fb65f706eea05b5640fb6b93d21d6c41f9e2b4e7a6e6d9f28ce9d2a574474995',
  'com/google/code/findbugs/jsr305/3.0.2/jsr305-3.0.2.jar':
    '766ad2a0783f2687962c8ad74ceecc38a28b9f72a2d085ee438b7813e928d0c7',
};
