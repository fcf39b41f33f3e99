import { DEFAULT_NOTICES } from '../../../src/shared/settings/notices.ts';
import { PASSWORD } from '../../product/client.ts';
import { aSignInWorld } from './sign-in-world.ts';

const phone = { phoneNumber: '201 555 0123', countryCode: '+1' };
const CLOSED = { code: 'REGISTRATION_CLOSED' };

/** A token of Google for this address. */
const tokenFor = ({ people }: ReturnType<typeof aSignInWorld>, email: string, emailVerified = true): string => {
  people.known.set(email, { key: `google:${email}`, email, emailVerified, name: null });
  return email;
};

const registering = ({ register }: ReturnType<typeof aSignInWorld>, email: string) =>
  register.execute({ email, password: PASSWORD, address: '10.0.0.1' });

const byPhone = async ({ sendCode, verifyCode, clock }: ReturnType<typeof aSignInWorld>) => {
  await clock.advance(60_000);
  return verifyCode.execute({ phone, code: (await sendCode.execute({ ...phone, address: '10.0.0.1' })) ?? '' });
};

test('where registration is closed no way of signing in makes an account, and existing ones sign in', async () => {
  const world = aSignInWorld();
  const { user } = await byPhone(world);
  const google = tokenFor(world, 'ann@example.org');
  await world.google.execute(google);
  await world.registrationSettings.change({ mode: 'closed', domains: [], requestMails: true });
  await expect(registering(world, 'new@example.org')).rejects.toMatchObject(CLOSED);
  await expect(world.google.execute(tokenFor(world, 'new@example.org'))).rejects.toMatchObject(CLOSED);
  expect((await byPhone(world)).user.uid).toBe(user.uid);
  expect((await world.google.execute(google)).user.email).toBe('ann@example.org');
  const stranger = { phoneNumber: '201 555 0199', countryCode: '+1' };
  const sent = world.messages.sent.length;
  expect(await world.sendCode.execute({ ...stranger, address: '10.0.0.1' })).toBeUndefined();
  expect(world.messages.sent).toHaveLength(sent);
});

test('during maintenance no way of signing in makes an account, and existing ones sign in', async () => {
  const world = aSignInWorld();
  const google = tokenFor(world, 'ann@example.org');
  await world.google.execute(google);
  await world.notices.change({ ...DEFAULT_NOTICES, maintenance: { isOn: true, text: 'Back at nine' } });
  const paused = { kind: 'unavailable', message: 'Back at nine' };
  await expect(registering(world, 'new@example.org')).rejects.toMatchObject(paused);
  await expect(world.google.execute(tokenFor(world, 'new@example.org'))).rejects.toMatchObject(paused);
  await expect(byPhone(world)).rejects.toMatchObject(paused);
  expect((await world.google.execute(google)).user.email).toBe('ann@example.org');
});

test('a code that was sent before registration closed makes no account', async () => {
  const world = aSignInWorld();
  const code = (await world.sendCode.execute({ ...phone, address: '10.0.0.1' })) ?? '';
  await world.registrationSettings.change({ mode: 'closed', domains: [], requestMails: true });
  await expect(world.verifyCode.execute({ phone, code })).rejects.toMatchObject(CLOSED);
});

test('with domains only their addresses register, and no phone', async () => {
  const world = aSignInWorld();
  await world.registrationSettings.change({ mode: 'open', domains: ['team.example'], requestMails: true });
  await expect(registering(world, 'ann@evil-team.example')).rejects.toMatchObject(CLOSED);
  await expect(registering(world, 'ann@team.example.org')).rejects.toMatchObject(CLOSED);
  expect((await registering(world, 'Ann@Team.Example')).user.email).toBe('ann@team.example');
  await expect(byPhone(world)).rejects.toMatchObject({ message: 'SMS verification failed' });
  const unproved = tokenFor(world, 'bob@team.example', false);
  await expect(world.google.execute(unproved)).rejects.toMatchObject(CLOSED);
});
