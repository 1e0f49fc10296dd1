import { afterEach, describe, expect, test } from '@jest/globals';
import { eventually } from './support/eventually.js';
import { closeRaw, openRaw } from './support/open-raw.js';
import {
  answer,
  begun,
  data,
  frame,
  isRequest,
  numbers,
  type Received,
  SETTINGS,
  setting,
} from './support/raw-server.js';

const PROTOCOL_ERROR = 1;
const FLOW_CONTROL_ERROR = 3;
const FRAME_SIZE_ERROR = 6;
const COMPRESSION_ERROR = 9;
const ENHANCE_YOUR_CALM = 11;

const HEADERS = 1;
const DATA = 0;

describe('a server that violates RFC 9113', () => {
  afterEach(closeRaw);

  /** Sends the given bytes, followed by a valid answer. */
  const answerWith = (bytes: (streamId: number) => Buffer) => (received: Received, send: (bytes: Buffer) => void) => {
    if (isRequest(received)) send(Buffer.concat([SETTINGS, bytes(received.streamId), answer(received.streamId)]));
  };

  test.each<[string, number, (streamId: number) => Buffer]>([
    ['too large a frame', FRAME_SIZE_ERROR, () => Buffer.concat([frame(DATA, 0, 1, Buffer.alloc(16_385))])],
    ['a push', PROTOCOL_ERROR, (id) => frame(5, 4, id, Buffer.from([0, 0, 0, 2, 0x88]))],
    ['data of no stream', PROTOCOL_ERROR, () => data(0, 1)],
    ['data of a stream that was never opened', PROTOCOL_ERROR, (id) => data(id + 2, 1)],
    ['data of a stream of its own', PROTOCOL_ERROR, () => data(2, 1)],
    ['headers of no stream', PROTOCOL_ERROR, () => answer(0)],
    ['headers of a stream that was never opened', PROTOCOL_ERROR, (id) => answer(id + 2)],
    ['a reset of no stream', PROTOCOL_ERROR, () => frame(3, 0, 0, numbers(8))],
    ['a reset of a stream that was never opened', PROTOCOL_ERROR, (id) => frame(3, 0, id + 2, numbers(8))],
    ['a reset without a code', FRAME_SIZE_ERROR, (id) => frame(3, 0, id)],
    ['settings of a stream', PROTOCOL_ERROR, (id) => frame(4, 0, id)],
    ['settings that are cut', FRAME_SIZE_ERROR, () => frame(4, 0, 0, Buffer.alloc(7))],
    ['a window larger than any', FLOW_CONTROL_ERROR, () => frame(4, 0, 0, setting(4, 0x80000000))],
    ['a ping that is cut', FRAME_SIZE_ERROR, () => frame(6, 0, 0, Buffer.alloc(7))],
    ['a ping of a stream', PROTOCOL_ERROR, (id) => frame(6, 0, id, Buffer.alloc(8))],
    ['a goaway that is cut', FRAME_SIZE_ERROR, () => frame(7, 0, 0, Buffer.alloc(7))],
    ['a window update that is cut', FRAME_SIZE_ERROR, () => frame(8, 0, 0, Buffer.alloc(3))],
    ['a window that grows beyond any', FLOW_CONTROL_ERROR, () => frame(8, 0, 0, numbers(0x7fffffff))],
    ['a continuation of nothing', PROTOCOL_ERROR, (id) => frame(9, 4, id, Buffer.from([0x88]))],
    [
      'headers that are interrupted',
      PROTOCOL_ERROR,
      (id) => Buffer.concat([frame(HEADERS, 0, id, Buffer.from([0x88])), frame(6, 0, 0, Buffer.alloc(8))]),
    ],
    [
      'headers that another stream continues',
      PROTOCOL_ERROR,
      (id) => Buffer.concat([frame(HEADERS, 0, id, Buffer.from([0x88])), frame(9, 4, id + 2, Buffer.from([0x88]))]),
    ],
    ['headers that are no HPACK', COMPRESSION_ERROR, (id) => frame(HEADERS, 4, id, Buffer.from([0x80]))],
    ['headers longer than their frame', PROTOCOL_ERROR, (id) => frame(HEADERS, 12, id, Buffer.from([9, 0x88]))],
    [
      'data with more padding than frame',
      PROTOCOL_ERROR,
      (id) => Buffer.concat([begun(id), frame(DATA, 8, id, Buffer.from([1]))]),
    ],
    ['data with padding and nothing else', PROTOCOL_ERROR, (id) => Buffer.concat([begun(id), frame(DATA, 8, id)])],
    [
      'continuations that never end',
      ENHANCE_YOUR_CALM,
      (id) => Buffer.concat([frame(HEADERS, 0, id), ...Array(50).fill(frame(9, 0, id, Buffer.alloc(1000, 0x88)))]),
    ],
    [
      'empty continuations that never end',
      ENHANCE_YOUR_CALM,
      (id) => Buffer.concat([frame(HEADERS, 0, id), ...Array(100_001).fill(frame(9, 0, id))]),
    ],
    [
      'pings that never end',
      ENHANCE_YOUR_CALM,
      () => Buffer.concat(Array(100_001).fill(frame(6, 0, 0, Buffer.alloc(8)))),
    ],
    ['settings that never end', ENHANCE_YOUR_CALM, () => Buffer.concat(Array(100_001).fill(SETTINGS))],
    [
      'empty data that never end',
      ENHANCE_YOUR_CALM,
      (id) => Buffer.concat([begun(id), ...Array(100_001).fill(data(id, 0))]),
    ],
  ])('%s ends the connection', async (_name, code, bytes) => {
    const { server, post, closedWith } = await openRaw(answerWith(bytes));

    expect(await post()).toMatchObject({ end: { kind: 'lost' } });

    await eventually('the end on both sides', () => closedWith.length === 1 && server.goaways.length > 0);
    expect(server.goaways).toEqual([code]);
    expect(closedWith).toEqual([expect.objectContaining({ code })]);
  });

  test('a connection that does not start with SETTINGS is refused', async () => {
    const { server, post } = await openRaw((received, send) => {
      if (isRequest(received)) send(answer(received.streamId));
    });
    expect(await post()).toMatchObject({ status: 0, end: { kind: 'lost' } });
    await eventually('the goaway', () => server.goaways.length === 1);
    expect(server.goaways).toEqual([PROTOCOL_ERROR]);
  });

  test('an HTTP/1.1 server is refused', async () => {
    const { post } = await openRaw((received, send) => {
      if (isRequest(received)) send(Buffer.from('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'));
    });
    expect(await post()).toMatchObject({ status: 0, end: { kind: 'lost' } });
  });

  test.each<[string, number, (streamId: number) => Buffer]>([
    ['data before headers', PROTOCOL_ERROR, (id) => data(id, 1)],
    ['headers without a status', PROTOCOL_ERROR, (id) => frame(HEADERS, 4, id, Buffer.from([0x82]))],
    ['a status that is no number', PROTOCOL_ERROR, (id) => frame(HEADERS, 4, id, Buffer.from([0x08, 1, 0x78]))],
    // RFC 9113, 6.9.
    ['a window update of 0', PROTOCOL_ERROR, (id) => frame(8, 0, id, numbers(0))],
    ['a window of the stream that grows beyond any', FLOW_CONTROL_ERROR, (id) => frame(8, 0, id, numbers(0x7fffffff))],
  ])('%s resets the stream, and others continue', async (_name, code, bytes) => {
    const { server, post } = await openRaw((received, send) => {
      if (!isRequest(received)) return;
      const { streamId } = received;
      send(streamId === 1 ? Buffer.concat([SETTINGS, bytes(1), answer(1)]) : answer(streamId));
    });

    expect(await post()).toMatchObject({ status: 0, end: { kind: 'reset', code } });
    expect(await post()).toMatchObject({ status: 200, end: { kind: 'ended' } });

    const resets = server.received.filter(({ type }) => type === 3);
    expect(resets.map(({ streamId, payload }) => [streamId, payload.readUInt32BE(0)])).toEqual([[1, code]]);
  });

  test('unknown frames and settings are ignored', async () => {
    const unknown = [frame(200, 255, 77, Buffer.alloc(99)), frame(2, 0, 1001, Buffer.alloc(5)), frame(10, 0, 0)];
    const { post, limits } = await openRaw(
      answerWith(() => Buffer.concat([...unknown, frame(4, 0, 0, Buffer.concat([setting(77, 1), setting(3, 7)]))])),
    );
    expect(await post()).toMatchObject({ status: 200, end: { kind: 'ended' } });
    expect(limits).toEqual([undefined, 7]);
  });

  test('frames of closed streams are ignored, but their headers update the table', async () => {
    // Adds a field to the table on a stream that was reset.
    const late = frame(
      HEADERS,
      4,
      1,
      Buffer.concat([Buffer.from([0x88, 0x40, 1]), Buffer.from('a'), Buffer.from([1]), Buffer.from('b')]),
    );
    const useIt = frame(HEADERS, 5, 3, Buffer.from([0x88, 0xbe]));
    const { post } = await openRaw((received, send) => {
      if (!isRequest(received)) return;
      if (received.streamId === 1) send(Buffer.concat([SETTINGS, frame(3, 0, 1, numbers(8))]));
      else send(Buffer.concat([late, data(1, 10), frame(8, 0, 1, numbers(5)), frame(3, 0, 1, numbers(8)), useIt]));
    });
    expect(await post()).toMatchObject({ end: { kind: 'reset', code: 8 } });
    expect(await post()).toMatchObject({ status: 200, headers: { a: 'b' }, end: { kind: 'ended' } });
  });

  test('padding and priorities are removed', async () => {
    const { post } = await openRaw((received, send) => {
      if (!isRequest(received)) return;
      const headers = frame(HEADERS, 4 | 8 | 32, 1, Buffer.from([3, 0, 0, 0, 0, 16, 0x88, 0, 0, 0]));
      send(Buffer.concat([SETTINGS, headers, frame(DATA, 8 | 1, 1, Buffer.from('\x02okXX'))]));
    });
    expect(await post()).toMatchObject({ status: 200, body: 'ok' });
  });

  test.each([1, 2, 3, 8, 9, 10, 11, 100])('an answer that arrives %i bytes at a time is complete', async (step) => {
    const bytes = Buffer.concat([
      SETTINGS,
      frame(HEADERS, 0, 1, Buffer.from([0x88])),
      frame(
        9,
        4,
        1,
        Buffer.concat([Buffer.from([0x40, 7]), Buffer.from('apns-id'), Buffer.from([3]), Buffer.from('one')]),
      ),
      data(1, 300),
      frame(6, 0, 0, Buffer.alloc(8)),
      data(1, 20, 1),
    ]);
    const { server, post } = await openRaw((received) => {
      if (!isRequest(received)) return;
      const sendFrom = (at: number): void => {
        if (at >= bytes.length) return;
        server.socket?.write(bytes.subarray(at, at + step), () => setImmediate(() => sendFrom(at + step)));
      };
      sendFrom(0);
    });
    expect(await post()).toMatchObject({ status: 200, headers: { 'apns-id': 'one' }, body: 'x'.repeat(320) });
  });

  test("a server that exceeds the connection's window is refused", async () => {
    const { server, post } = await openRaw((received, send) => {
      if (!isRequest(received)) return;
      // Each of 300 streams stays within its window; together they exceed that of the connection.
      if (received.streamId === 1) send(SETTINGS);
      send(
        Buffer.concat([
          begun(received.streamId),
          data(received.streamId, 16_000),
          data(received.streamId, 16_000),
          data(received.streamId, 16_000),
          data(received.streamId, 16_000),
        ]),
      );
    });
    const ends = await Promise.all(Array.from({ length: 300 }, () => post()));
    expect(new Set(ends.map(({ end }) => end.kind))).toEqual(new Set(['lost']));
    await eventually('the goaway', () => server.goaways.length === 1);
    expect(server.goaways).toEqual([FLOW_CONTROL_ERROR]);
  });

  test('a request that was not sent before the connection ended is unread', async () => {
    const { server, post, connection } = await openRaw(() => {});
    const left = post();
    await eventually('the request', () => server.received.some(isRequest));
    const never = post();
    connection.destroy(new Error('gone'));
    expect(await left).toMatchObject({ end: { kind: 'lost' } });
    expect(await never).toMatchObject({ end: { kind: 'unread' } });
  });

  test('corrupted bytes harm only their own connection', async () => {
    const random = makeRandom(7);
    const honest = (id: number) =>
      Buffer.concat([
        ...(id === 1 ? [SETTINGS, frame(4, 0, 0, Buffer.concat([setting(3, 100), setting(4, 70_000)]))] : []),
        frame(8, 0, 0, numbers(1000)),
        frame(HEADERS, 4, id, Buffer.from([0x88, 0x40, 1, 0x61, 0x81, 0x1f, 0xbe])),
        frame(8, 0, id, numbers(10)),
        frame(6, 0, 0, Buffer.alloc(8)),
        data(id, 30),
        data(id, 5, 1),
      ]);
    const corrupt = (bytes: Buffer): Buffer => {
      const corrupted = Buffer.from(bytes);
      for (let times = 1 + (random() % 3); times > 0; times -= 1)
        corrupted[random() % corrupted.length] = random() % 256;
      return random() % 4 === 0 ? corrupted.subarray(0, random() % corrupted.length) : corrupted;
    };
    const ends = new Map<string, number>();
    for (let round = 0; round < 300; round += 1) {
      const { server, post, closedWith, connection } = await openRaw((received, send) => {
        if (isRequest(received)) send(received.streamId === 1 ? honest(1) : corrupt(honest(received.streamId)));
      });
      await post();
      const all = Array.from({ length: 10 }, () => post());
      setTimeout(() => server.socket?.destroy(), 20);
      for (const { end } of await Promise.all(all)) ends.set(end.kind, (ends.get(end.kind) ?? 0) + 1);
      connection.close();
      await eventually('the connection to end', () => closedWith.length === 1);
      server.close();
    }
    // Each of 3,000 requests ends once, and every kind of end occurs.
    expect([...ends.values()].reduce((sum, count) => sum + count, 0)).toBe(3000);
    expect([...ends.keys()]).toEqual(expect.arrayContaining(['ended', 'lost', 'reset']));
  });
});

/** A linear congruential generator: the same bytes in every run. */
const makeRandom = (seed: number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
};
