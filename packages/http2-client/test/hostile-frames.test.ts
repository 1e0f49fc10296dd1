import { afterEach, describe, expect, test } from '@jest/globals';
import { closeRaw, endAfter, openRaw, openThen } from './support/open-raw.js';
import { answer, begun, data, frame, isRequest, numbers, SETTINGS, setting } from './support/raw-server.js';

const HEADERS = 1;
const RST_STREAM = 3;
const SETTINGS_FRAME = 4;
const PING = 6;
const GOAWAY = 7;
const WINDOW_UPDATE = 8;
const CONTINUATION = 9;
const ACK = 1;
const END_HEADERS = 4;
const CANCEL = 8;
const LARGEST_WINDOW = 2 ** 31 - 1;

afterEach(closeRaw);

describe('frames', () => {
  test.each<[string, string, (id: number) => readonly Buffer[]]>([
    ['DATA beyond 16 KiB', 'FRAME_SIZE_ERROR', (id) => [begun(id), data(id, 16_385)]],
    [
      'HEADERS beyond 16 KiB',
      'FRAME_SIZE_ERROR',
      (id) => [frame(HEADERS, END_HEADERS, id, Buffer.alloc(16_385, 0x88))],
    ],
    ['an unknown frame beyond 16 KiB', 'FRAME_SIZE_ERROR', () => [frame(200, 0, 0, Buffer.alloc(16_385))]],
    [
      'a SETTINGS acknowledgement with a payload',
      'FRAME_SIZE_ERROR',
      () => [frame(SETTINGS_FRAME, ACK, 0, setting(3, 1))],
    ],
    ['a server that enables push', 'PROTOCOL_ERROR', () => [frame(SETTINGS_FRAME, 0, 0, setting(2, 1))]],
    [
      'a maximum frame size below the minimum',
      'PROTOCOL_ERROR',
      () => [frame(SETTINGS_FRAME, 0, 0, setting(5, 16_383))],
    ],
    [
      'a maximum frame size above the maximum',
      'PROTOCOL_ERROR',
      () => [frame(SETTINGS_FRAME, 0, 0, setting(5, 2 ** 24))],
    ],
    ['a CONTINUATION of a closed stream', 'PROTOCOL_ERROR', () => [frame(CONTINUATION, END_HEADERS, 1)]],
    ['a pushed stream', 'PROTOCOL_ERROR', (id) => [frame(5, END_HEADERS, id, Buffer.from([0, 0, 0, 2, 0x88]))]],
  ])('%s ends the connection', async (_name, code, bytes) => {
    expect(await endAfter(bytes)).toBe(code);
  });

  test('frames of a closed stream are ignored, but its DATA still counts against the window', async () => {
    const { post } = await openThen(() => [
      begun(1),
      data(1, 1_000),
      frame(RST_STREAM, 0, 1, numbers(CANCEL)),
      frame(WINDOW_UPDATE, 0, 1, numbers(0)),
    ]);
    expect(await post()).toMatchObject({ status: 200, end: { kind: 'ended' } });
    // 20 MB for a closed stream exceed the window of 16 MB, unless they are granted again.
    const flood = await openThen(() => Array(1_250).fill(data(1, 16_000)));
    expect(await flood.post()).toMatchObject({ status: 200, end: { kind: 'ended' } });
  });

  test.each([
    ['an interim answer that ends the stream', Buffer.from([0x08, 3, 0x31, 0x30, 0x33])],
    ['headers without a status', Buffer.from([0x82])],
  ])('%s resets the stream', async (_name, headers) => {
    const { post } = await openThen((id) => [frame(HEADERS, END_HEADERS | 1, id, headers)]);
    expect(await post()).toMatchObject({ status: 0, end: { kind: 'reset', code: 1 } });
    expect(await post()).toMatchObject({ end: { kind: 'reset' } });
  });

  test('an answer split at any byte is complete', async () => {
    const text = Buffer.concat([Buffer.from([0x40, 7]), Buffer.from('apns-id'), Buffer.from([3]), Buffer.from('one')]);
    const bytesOf = (id: number) =>
      Buffer.concat([
        frame(HEADERS, 0, id, Buffer.from([0x88])),
        frame(CONTINUATION, END_HEADERS, id, text),
        frame(PING, 0, 0, Buffer.alloc(8)),
        data(id, 20),
        data(id, 7, 1),
      ]);
    const { connection, post } = await openThen(() => []);
    const socket = Reflect.get(connection, 'socket');
    const { length } = bytesOf(1);
    for (let at = 0; at <= length; at += 1) {
      const posted = post();
      const bytes = bytesOf(3 + 2 * at);
      socket.emit('data', bytes.subarray(0, at));
      socket.emit('data', bytes.subarray(at));
      expect(await posted).toMatchObject({ status: 200, headers: { 'apns-id': 'one' }, body: 'x'.repeat(27) });
    }
  });
});

describe('GOAWAY with open streams', () => {
  test('streams up to the last id end normally, later ones are unread, even with half an answer', async () => {
    const { post } = await openRaw((received, send) => {
      if (!isRequest(received)) return;
      if (received.streamId === 1) send(Buffer.concat([SETTINGS, answer(1)]));
      if (received.streamId !== 7) return;
      send(Buffer.concat([begun(3), data(3, 5), begun(7), data(7, 5), frame(GOAWAY, 0, 0, numbers(5, 0))]));
      send(Buffer.concat([data(3, 5, 1), answer(5), data(7, 5, 1)]));
    });
    await post();
    const ends = await Promise.all([post(), post(), post()]);
    expect(ends.map(({ end, body }) => [end.kind, body.length])).toEqual([
      ['ended', 10],
      ['ended', 0],
      ['unread', 5],
    ]);
  });

  test('a second GOAWAY may lower the last id, and the connection may end within a frame', async () => {
    const { server, post } = await openRaw((received, send) => {
      if (!isRequest(received)) return;
      if (received.streamId === 1) send(Buffer.concat([SETTINGS, answer(1)]));
      if (received.streamId !== 7) return;
      send(frame(GOAWAY, 0, 0, numbers(LARGEST_WINDOW, 0)));
      send(Buffer.concat([frame(GOAWAY, 0, 0, numbers(5, 0)), answer(3), begun(5), data(5, 100).subarray(0, 50)]));
      setImmediate(() => server.socket?.destroy());
    });
    await post();
    const ends = await Promise.all([post(), post(), post()]);
    expect(ends.map(({ end }) => end.kind)).toEqual(['ended', 'lost', 'unread']);
  });
});
