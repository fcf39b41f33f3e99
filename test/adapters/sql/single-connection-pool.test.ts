import { jest } from '@jest/globals';

import { SingleConnectionPool } from '../../../src/adapters/sql/dialect/single-connection-pool.ts';

afterEach(() => jest.useRealTimers());

const aPool = () => {
  const connect = jest.fn(() => 'the connection');
  const disconnect = jest.fn();
  return { connect, disconnect, pool: new SingleConnectionPool(connect, disconnect) };
};

test('users have the connection one at a time, in the order in which they asked', async () => {
  const { pool, connect } = aPool();
  const order: string[] = [];
  const use = async (name: string) => {
    const connection = await pool.acquire();
    order.push(`${name} begins`);
    await Promise.resolve();
    order.push(`${name} ends`);
    pool.release(connection);
  };
  await Promise.all([use('first'), use('second'), use('third')]);
  expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends']);
  expect(connect).toHaveBeenCalledTimes(1);
});

test('it is idle only while nobody has it', async () => {
  const { pool } = aPool();
  expect(pool.idle).toBeUndefined();
  const connection = await pool.acquire();
  expect(pool.idle).toBeUndefined();
  pool.release(connection);
  expect(pool.idle).toBe('the connection');
});

test('whoever waits for five seconds is refused, and the next one is served', async () => {
  jest.useFakeTimers();
  const { pool } = aPool();
  const connection = await pool.acquire();
  const late = pool.acquire();
  const refused = expect(late).rejects.toThrow('There is no connection to the database.');
  await jest.advanceTimersByTimeAsync(4000);
  const next = pool.acquire();
  await jest.advanceTimersByTimeAsync(1000);
  await refused;
  pool.release(connection);
  await expect(next).resolves.toBe('the connection');
});

test('a connection that cannot be opened is tried again at the next use', async () => {
  const { pool, connect } = aPool();
  connect.mockImplementationOnce(() => {
    throw new Error('no such folder');
  });
  await expect(pool.acquire()).rejects.toThrow('no such folder');
  await expect(pool.acquire()).resolves.toBe('the connection');
});

test('it is closed after the work that has begun, once, and then there is none', async () => {
  const { pool, disconnect } = aPool();
  const connection = await pool.acquire();
  const before = pool.acquire();
  const closing = Promise.all([pool.destroy(), pool.destroy()]);
  const after = expect(pool.acquire()).rejects.toThrow('There is no connection');
  pool.release(connection);
  pool.release(await before);
  await Promise.all([closing, after]);
  expect(disconnect).toHaveBeenCalledTimes(1);
  await expect(pool.acquire()).rejects.toThrow('There is no connection');
});

test('closing waits for the work that has begun, however long it takes', async () => {
  jest.useFakeTimers();
  const { pool, disconnect } = aPool();
  const connection = await pool.acquire();
  const closing = pool.destroy();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(disconnect).not.toHaveBeenCalled();
  pool.release(connection);
  await closing;
  expect(disconnect).toHaveBeenCalledTimes(1);
});
