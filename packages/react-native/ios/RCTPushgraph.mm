#import <PushgraphSpec/PushgraphSpec.h>

#if __has_include("pushgraph_react_native-Swift.h")
#import "pushgraph_react_native-Swift.h"
#else
#import <pushgraph_react_native/pushgraph_react_native-Swift.h>
#endif

/// What React Native calls. PushgraphModule.swift has all that it does.
@interface RCTPushgraph : NativePushgraphSpecBase <NativePushgraphSpec>
@end

@implementation RCTPushgraph {
  PushgraphModule *_module;
}

+ (NSString *)moduleName {
  return @"Pushgraph";
}

- (instancetype)init {
  if (self = [super init]) {
    __weak RCTPushgraph *weak = self;
    _module = [[PushgraphModule alloc] initWithEmit:^(NSString *event) {
      [weak emitOnEvent:event];
    }];
  }
  return self;
}

- (void)invalidate {
  [_module leave];
}

- (void)start:(NSString *)serviceId baseUrl:(NSString *)baseUrl {
  [_module start:serviceId baseUrl:baseUrl];
}

- (void)setToken:(NSString *)token {
  [_module setToken:token];
}

- (void)login:(NSString *)externalUserId identityHash:(NSString *)identityHash {
  [_module login:externalUserId identityHash:identityHash];
}

- (void)logout {
  [_module logout];
}

- (void)setTags:(NSArray *)tags {
  [_module setTags:tags];
}

- (void)setAttributes:(NSString *)attributes {
  [_module setAttributes:attributes];
}

- (void)update:(NSString *)facts {
  [_module update:facts];
}

- (void)track:(NSString *)code id:(NSString *)eventId data:(NSString *)data {
  [_module track:code id:eventId data:data];
}

- (void)receipt:(NSString *)receipt kind:(NSString *)kind button:(NSString *)button {
  [_module receipt:receipt kind:kind button:button];
}

- (void)online {
  [_module online];
}

- (void)setBadge:(double)count {
  [_module setBadge:count];
}

- (void)deviceId:(RCTPromiseResolveBlock)resolve reject:(RCTPromiseRejectBlock)reject {
  resolve([_module deviceId]);
}

- (void)pending:(RCTPromiseResolveBlock)resolve reject:(RCTPromiseRejectBlock)reject {
  resolve(@([_module pending]));
}

- (void)permission:(RCTPromiseResolveBlock)resolve reject:(RCTPromiseRejectBlock)reject {
  [_module permission:^(NSString *permission) {
    resolve(permission);
  }];
}

- (void)requestPermission:(RCTPromiseResolveBlock)resolve reject:(RCTPromiseRejectBlock)reject {
  [_module requestPermission:^(NSString *permission) {
    resolve(permission);
  }];
}

- (void)preferences:(NSString *)language resolve:(RCTPromiseResolveBlock)resolve reject:(RCTPromiseRejectBlock)reject {
  [_module preferences:language done:^(NSString *preferences) {
    resolve(preferences);
  }];
}

- (void)setPreferences:(NSString *)choices
          allMarketing:(NSNumber *)allMarketing
              language:(NSString *)language
               resolve:(RCTPromiseResolveBlock)resolve
                reject:(RCTPromiseRejectBlock)reject {
  [_module setPreferences:choices allMarketing:allMarketing language:language done:^(NSString *preferences) {
    resolve(preferences);
  }];
}

- (void)listen:(NSArray *)kinds isShownByApp:(BOOL)isShownByApp {
  [_module listen:kinds isShownByApp:isShownByApp];
}

- (std::shared_ptr<facebook::react::TurboModule>)getTurboModule:
    (const facebook::react::ObjCTurboModule::InitParams &)params {
  return std::make_shared<facebook::react::NativePushgraphSpecJSI>(params);
}

@end
