# The Swift library, which the package contains. Call it in each target of the Podfile:
#   require_relative '../node_modules/@pushgraph/react-native/pushgraph_pods'
#   pushgraph_pods            # in the target of the app
#   pushgraph_extension_pods  # in the target of the notification service
def pushgraph_pods
  %w[PushgraphCore PushgraphApple].each { |name| pod name, path: File.join(__dir__, 'ios') }
end

def pushgraph_extension_pods
  %w[PushgraphCore PushgraphExtension].each { |name| pod name, path: File.join(__dir__, 'ios') }
end
