import { SignInLimiter } from '../../../src/domain/accounts/sign-in-limiter.ts';
import { FixedClock } from '../../fakes/kernel.ts';

test('an address has 120 steps a minute, and waits for the next one', async () => {
  const clock = new FixedClock();
  const limiter = new SignInLimiter(clock);
  for (let step = 0; step < 120; step += 1) limiter.count('192.0.2.1');
  expect(() => limiter.count('192.0.2.1')).toThrow(
    expect.objectContaining({ kind: 'limit_reached', details: { retryAfterMs: 60_000 } }),
  );
  limiter.count('192.0.2.2');
  await clock.advance(60_000);
  limiter.count('192.0.2.1');
});

test('strangers without number share one counter, so the memory is bounded', () => {
  const limiter = new SignInLimiter(new FixedClock());
  for (let address = 0; address < 20_000; address += 1) limiter.count(`a${address}`);
  for (let step = 0; step < 120; step += 1) limiter.count(`b${step}`);
  expect(() => limiter.count('b120')).toThrow(expect.objectContaining({ kind: 'limit_reached' }));
  limiter.count('a1');
});
