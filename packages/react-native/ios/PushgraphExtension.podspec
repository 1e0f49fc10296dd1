require 'json'

package = JSON.parse(File.read(File.join(__dir__, '..', 'package.json')))

Pod::Spec.new do |spec|
  spec.name = 'PushgraphExtension'
  spec.version = package['version']
  spec.summary = "The Swift library of pushgraph: Extension"
  spec.license = package['license']
  spec.homepage = 'https://github.com/pushgraph/pushgraph'
  spec.author = 'pushgraph'
  spec.source = { path: '.' }
  spec.platform = :ios, '15.1'
  spec.swift_version = '6.0'
  # `npm pack` puts the sources here; the modules share their `package` declarations.
  spec.source_files = 'sdk/PushgraphExtension/*.swift'
  spec.pod_target_xcconfig = { 'OTHER_SWIFT_FLAGS' => '-package-name pushgraph' }
  spec.dependency 'PushgraphCore'
end
