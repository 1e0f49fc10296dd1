import { push } from '@pushgraph/react-native';
import { useEffect } from 'react';
import { Button, View } from 'react-native';

export default function App() {
  useEffect(() => push.onOpen(({ message, button }) => console.log('opened', message.id, button)), []);
  return (
    <View style={{ flex: 1, gap: 16, justifyContent: 'center', padding: 32 }}>
      <Button title="Allow notifications" onPress={() => push.requestPermission()} />
      <Button title="Sign in" onPress={() => push.login('user-17')} />
      <Button title="Sign out" onPress={() => push.logout()} />
      <Button title="Order" onPress={() => push.track('order', { data: { total: 42 } })} />
    </View>
  );
}
