import { createServer, type ServerResponse } from 'node:http';

import { noteActivity } from '../../../src/adapters/http/note-activity.ts';
import { Activity } from '../../../src/domain/kernel/activity.ts';
import { until } from '../../domain/chat/harness.ts';
import { FixedClock } from '../../fakes/kernel.ts';

const LONG_MS = 600_000;

test('a process is in use while a call is open, and idle whatever a load balancer asks or a page fetches', async () => {
  const clock = new FixedClock();
  const activity = new Activity(clock);
  const open: ServerResponse[] = [];
  const server = createServer(noteActivity(activity, (_, response) => void open.push(response)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const isIdleDuring = async (path: string): Promise<boolean> => {
    await clock.advance(LONG_MS);
    const answered = fetch(base + path).then((response) => response.text());
    await until(() => open.length === 1);
    await clock.advance(LONG_MS);
    const { isIdle } = activity;
    const closed = new Promise((resolve) => open[0]?.once('close', resolve));
    open.pop()?.end();
    await Promise.all([answered, closed]);
    return isIdle;
  };

  for (const path of ['/healthz', '/readyz', '/', '/assets/index.js', '/apiary'])
    expect([path, await isIdleDuring(path)]).toEqual([path, true]);
  for (const path of ['/api/progress/chats', '/v1/chat/completions', '/mcp'])
    expect([path, await isIdleDuring(path)]).toEqual([path, false]);

  await clock.advance(LONG_MS);
  expect(activity.isIdle).toBe(true);
  server.close();
});
