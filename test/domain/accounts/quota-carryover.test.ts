import { utcDay } from '../../../src/domain/kernel/day.ts';
import { canonicalMailbox } from '../../../src/domain/accounts/quota-carryover.ts';
import { aSignInWorld } from './sign-in-world.ts';

const HOUR_MS = 3_600_000;

test.each([
  ['Ann.Lee+x@GMail.com', 'annlee@gmail.com'],
  ['annlee@googlemail.com', 'annlee@gmail.com'],
  ['a.b+c+d@outlook.com', 'a.b@outlook.com'],
  ['a+b@proton.me', 'a@proton.me'],
  ['a@pm.me', 'a@proton.me'],
  ['a.b+c@example.org', 'a.b+c@example.org'],
  ['"a@b"@example.org', '"a@b"@example.org'],
])('%s is the mailbox %s', (email, mailbox) => expect(canonicalMailbox(email)).toBe(mailbox));

const setup = () => {
  const world = aSignInWorld();
  const day = () => utcDay(world.clock.now());
  const use = async (uid: string, times: number) => {
    for (let count = 0; count < times; count += 1)
      await world.quotas.reserve([{ subject: `messages:${uid}`, period: day(), limit: -1 }]);
  };
  const used = (uid: string) => world.quotas.getUsed(`messages:${uid}`, day());
  const register = (email: string) => world.register.execute({ email, password: 'correct horse', address: '10.0.0.1' });
  const leave = async (user: { uid: string; email: string | null; phoneNumber: string | null }) => {
    await world.spent.save(user);
    world.users.remove(user.uid);
    await world.identities.removeAllByUser(user.uid);
  };
  return { ...world, use, used, register, leave };
};

test('registering anew, also by another spelling of the mailbox, goes on with the day’s count', async () => {
  const { register, leave, use, used, clock, sweep, spentQuotas } = setup();
  const first = (await register('ann.lee@gmail.com')).user;
  await use(first.uid, 7);
  await leave(first);
  const second = (await register('AnnLee+again@gmail.com')).user;
  expect([await used(second.uid), second.email]).toEqual([7, 'annlee+again@gmail.com']);
  expect(await used((await register('bob@gmail.com')).user.uid)).toBe(0);
  await leave(second);
  await clock.advance(24 * HOUR_MS);
  const end = new AbortController();
  end.abort();
  await sweep.execute(end.signal);
  const third = (await register('ann.lee@gmail.com')).user;
  expect(await used(third.uid)).toBe(0);
  await spentQuotas.restore('any', third.uid, utcDay(clock.now()));
});

test('so does a phone number, and so does Google', async () => {
  const { sendCode, verifyCode, messages, leave, use, used, people, google, clock } = setup();
  const phone = { phoneNumber: '2015550123', countryCode: '+1' };
  const comeIn = async () => {
    await sendCode.execute({ ...phone, address: '10.0.0.1' });
    const code = /\d{6}/.exec(messages.sent.at(-1)?.text ?? '')?.[0] ?? '';
    return (await verifyCode.execute({ phone, code })).user;
  };
  const first = await comeIn();
  await use(first.uid, 3);
  await leave(first);
  await clock.advance(60_000);
  expect(await used((await comeIn()).uid)).toBe(3);

  people.known.set('one', { key: 'firebase:one', email: 'g@gmail.com', emailVerified: true, name: 'G' });
  people.known.set('two', { key: 'firebase:two', email: 'g@googlemail.com', emailVerified: true, name: 'G' });
  const byGoogle = (await google.execute('one')).user;
  await use(byGoogle.uid, 4);
  await leave(byGoogle);
  expect(await used((await google.execute('two')).user.uid)).toBe(4);
});
