require 'json'

package = JSON.parse(File.read(File.join(__dir__, 'package.json')))

Pod::Spec.new do |spec|
  spec.name = 'pushgraph-react-native'
  spec.version = package['version']
  spec.summary = package['description']
  spec.license = package['license']
  spec.homepage = 'https://github.com/pushgraph/pushgraph'
  spec.author = 'pushgraph'
  spec.source = { path: '.' }
  spec.platform = :ios, '15.1'
  spec.swift_version = '6.0'
  spec.source_files = 'ios/*.{mm,swift}'
  spec.dependency 'PushgraphApple'
  install_modules_dependencies(spec)
end
