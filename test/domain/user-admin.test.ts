import type { User } from '../../src/domain/accounts/user.ts';
import { LimitsChanged } from '../../src/domain/billing/errors.ts';
import { SetCustomLimits } from '../../src/domain/billing/set-custom-limits.ts';
import { DeleteOwnAccount, getRequiredProof } from '../../src/domain/user-admin/delete-own-account.ts';
import { DeleteAccount } from '../../src/domain/user-admin/delete-account.ts';
import { EndAdminPowers } from '../../src/domain/user-admin/end-admin-powers.ts';
import { ExportUsers } from '../../src/domain/user-admin/export-users.ts';
import { VerifyAddress } from '../../src/domain/user-admin/verify-address.ts';
import { ListUsers } from '../../src/domain/user-admin/list-users.ts';
import {
  UserFiles,
  PaidPlans,
  PhoneCodeVerifier,
  RunningReplies,
  QuotaCarryover,
} from '../../src/domain/user-admin/ports.ts';
import { SetRole } from '../../src/domain/user-admin/set-role.ts';
import type { Role } from '../../src/shared/roles.ts';
import { ReinstateUser, SuspendUser } from '../../src/domain/user-admin/suspend-user.ts';
import { anApiKey } from '../contracts/api-key-repository.ts';
import { anInvitation } from '../contracts/registration.ts';
import { InMemoryAdminOverrides } from '../fakes/admin.ts';
import { RecordingAuditLog } from '../fakes/audit.ts';
import { PlainPasswords } from '../fakes/accounts.ts';
import { FixedClock, InMemoryUnitOfWork } from '../fakes/kernel.ts';
import { RecordingServerEventLog } from '../fakes/operations.ts';
import { InMemoryInvitations } from '../fakes/registration.ts';
import { aUserAdminWorld } from '../fakes/user-admin.ts';
import { aSession, aUser, NOON } from '../support/builders.ts';

const MINUTE = 60_000;
const admin = { uid: 'ada', name: 'Ada' };
const ADA = aUser({ uid: 'ada', name: 'Ada', isAdmin: true });

/** Notes what it is asked to do; fails at what `fails` names. */
class Steps {
  readonly done: string[] = [];
  fails: string | undefined;

  async step(what: string): Promise<void> {
    if (this.fails === what) throw new Error(`${what} failed`);
    this.done.push(what);
  }
}

class NotedPlans extends PaidPlans {
  constructor(private readonly steps: Steps) {
    super();
  }
  readonly asked: string[] = [];

  async cancel(uid: string, choice: string): Promise<void> {
    this.asked.push(`${choice} ${uid}`);
  }
  async restore(uid: string): Promise<void> {
    this.asked.push(`restore ${uid}`);
  }
  carryOut(): Promise<void> {
    return this.steps.step('plans');
  }
}

class NotedReplies extends RunningReplies {
  constructor(private readonly steps: Steps) {
    super();
  }
  stopAll(): Promise<void> {
    return this.steps.step('replies');
  }
}

class NotedFiles extends UserFiles {
  constructor(private readonly steps: Steps) {
    super();
  }
  removeAll(): Promise<void> {
    return this.steps.step('files');
  }
}

class NotedMemory extends QuotaCarryover {
  constructor(private readonly steps: Steps) {
    super();
  }
  save({ email }: { email: string | null }): Promise<void> {
    return this.steps.step(`remember ${email}`);
  }
}

const setup = async (...people: readonly User[]) => {
  const world = aUserAdminWorld(...(people.length > 0 ? people : [aUser(), ADA]));
  const { users, sessions, keys, suspensions, erasure } = world;
  const [steps, events, clock] = [new Steps(), new RecordingServerEventLog(), new FixedClock()];
  await sessions.add(aSession({ expiresAt: NOON + 90 * MINUTE }));
  await keys.add(anApiKey());
  const audit = new RecordingAuditLog();
  const [overrides, invitations] = [new InMemoryAdminOverrides(), new InMemoryInvitations(users)];
  const work = new InMemoryUnitOfWork(users, sessions, keys, suspensions, erasure, invitations, audit);
  const tools = {
    ...world,
    overrides,
    invitations,
    powers: new EndAdminPowers(overrides, invitations, clock),
    plans: new NotedPlans(steps),
    replies: new NotedReplies(steps),
    files: new NotedFiles(steps),
    access: { prepareEnd: async () => () => undefined },
    spent: new NotedMemory(steps),
    events,
    audit,
    work,
    clock,
  };
  const isIn = async () =>
    (await sessions.find('digest', NOON)) !== undefined && (await keys.listByUser('ann')).length > 0;
  return {
    ...tools,
    steps,
    isIn,
    remove: new DeleteAccount(tools),
    suspend: new SuspendUser(tools),
    resume: new ReinstateUser(tools),
  };
};

describe('the role of an account', () => {
  const roleFor = (world: Awaited<ReturnType<typeof setup>>) => {
    const { users, identities, powers, events, work } = world;
    const set = new SetRole(users, identities, powers, events, work, world.audit);
    return (role: Role, uid = 'ann') => set.execute({ ...act({ uid }), role });
  };

  test('is the admins’ own once they took what a provider had given', async () => {
    const { identities, ...world } = await setup();
    const give = roleFor({ identities, ...world });
    await identities.add('oidc:corp ann', 'ann', NOON, 'corp');
    await world.users.setRole('ann', 'admin');
    await identities.setGivesAdmin('oidc:corp ann', true);
    await give('user');
    await give('admin');
    expect(await identities.listByUser('ann')).toMatchObject([{ givesAdmin: false }]);
  });

  test('of an admin ends with its override, which does not come back with it', async () => {
    const world = await setup(aUser({ emailVerified: true, isAdmin: true }), ADA);
    await world.overrides.set('ann', 'digest', { type: 'unlimited', expiresAt: NOON + MINUTE });
    for (const role of ['auditor', 'admin'] as const) await roleFor(world)(role);
    expect(await world.overrides.find('ann', NOON)).toBeUndefined();
  });

  test.each([
    ['is taken', (world: Awaited<ReturnType<typeof setup>>) => roleFor(world)('user')],
    ['is given up with the account', ({ remove }: Awaited<ReturnType<typeof setup>>) => remove.deleteAsOwner('ann')],
  ])('that %s takes the open invitations of that admin along, and nobody else’s', async (_, end) => {
    const world = await setup(aUser({ emailVerified: true, isAdmin: true }), ADA);
    await world.invitations.add(anInvitation({ id: 'hers', by: 'ann' }));
    await world.invitations.add(anInvitation({ id: 'other', by: 'ada' }));
    await end(world);
    const { invitations } = await world.invitations.list({ limit: 9, offset: 0 });
    expect(new Map(invitations.map(({ id, revokedAt }) => [id, revokedAt]))).toEqual(
      new Map([
        ['hers', NOON],
        ['other', null],
      ]),
    );
  });

  test('is given and taken with a reason, and the log tells who did it', async () => {
    const world = await setup();
    const give = roleFor(world);
    await give('auditor');
    expect(await world.users.find('ann')).toMatchObject({ isAdmin: false, isAuditor: true });
    await give('admin');
    await give('admin');
    await give('user', 'ada');
    expect((await world.users.find('ada'))?.isAdmin).toBe(false);
    expect(world.events.events.map(({ detail }) => detail)).toEqual([
      'Role auditor instead of user given by Ada: asked for it',
      'Role admin instead of auditor given by Ada: asked for it',
      'Role user instead of admin given by Ada: asked for it',
    ]);
  });

  test('of the last admin who can sign in stays', async () => {
    const world = await setup(ADA, aUser({ uid: 'out', email: 'o@example.org', isAdmin: true, suspendedAt: NOON }));
    await expect(roleFor(world)('auditor', 'ada')).rejects.toMatchObject({ kind: 'forbidden' });
    expect((await world.users.find('ada'))?.isAdmin).toBe(true);
    expect(world.events.events).toEqual([]);
  });

  test.each([
    ['whose address nobody has proved', { emailVerified: false }],
    ['that is suspended', { suspendedAt: NOON }],
  ])('of an account %s gives no rights', async (_, more) => {
    const world = await setup(aUser({ emailVerified: true, ...more }), ADA);
    await expect(roleFor(world)('admin')).rejects.toMatchObject({ details: { field: 'role' } });
    await expect(roleFor(world)('auditor')).rejects.toMatchObject({ details: { field: 'role' } });
    await expect(roleFor(world)('admin', 'nobody')).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  });
});

const act = (more: object = {}) => ({ admin, uid: 'ann', reason: ' asked for it ', ...more });

describe('an account that is deleted', () => {
  test('is gone, with what is paid for, and the log tells of it without a name', async () => {
    const { remove, steps, plans, users, events, isIn } = await setup();
    await remove.deleteAsAdmin({ ...act(), confirm: ' ANN@example.org ' });
    expect([plans.asked, steps.done]).toEqual([
      ['delete ann'],
      ['remember ann@example.org', 'replies', 'plans', 'files'],
    ]);
    expect([await users.find('ann'), await isIn()]).toEqual([undefined, false]);
    expect(events.events).toEqual([
      { kind: 'admin change', level: 'warn', uid: null, detail: 'Account ann deleted by Ada: asked for it' },
    ]);
  });

  test('is confirmed by its email, or by its id where it has none, and with a reason', async () => {
    const { remove, users } = await setup(
      aUser({ email: null, phoneNumber: '+12015550100' }),
      aUser({ uid: 'bob' }),
      ADA,
    );
    await expect(remove.deleteAsAdmin({ ...act({ uid: 'bob' }), confirm: 'ann' })).rejects.toMatchObject({
      details: { field: 'confirm' },
    });
    await expect(remove.deleteAsAdmin({ ...act({ reason: ' ' }), confirm: 'ann' })).rejects.toMatchObject({
      details: { field: 'reason' },
    });
    await expect(remove.deleteAsAdmin({ ...act({ uid: 'nobody' }), confirm: 'nobody' })).rejects.toMatchObject({
      code: 'USER_NOT_FOUND',
    });
    await expect(remove.deleteAsAdmin({ ...act({ uid: 'ada' }), confirm: 'ada@example.org' })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    expect((await users.find('bob'))?.suspendedAt).toBeNull();
    await remove.deleteAsAdmin({ ...act(), confirm: 'ann' });
    expect(await users.find('ann')).toBeUndefined();
  });

  test('of the only admin stays; of one of two goes', async () => {
    const { remove, users } = await setup(aUser({ isAdmin: true }));
    await expect(remove.deleteAsOwner('ann')).rejects.toMatchObject({ kind: 'forbidden' });
    await users.add(ADA);
    await remove.deleteAsOwner('ann');
    expect(await users.find('ann')).toBeUndefined();
  });

  test('of the last of two admins who leave at once stays, with what is paid for', async () => {
    const { remove, steps, users } = await setup(aUser({ isAdmin: true }), ADA);
    const answers = await Promise.allSettled([remove.deleteAsOwner('ann'), remove.deleteAsOwner('ada')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(steps.done.filter((step) => step === 'plans')).toHaveLength(1);
    expect(await users.countAdmins()).toBe(1);
  });

  test('is none that was made admin meanwhile', async () => {
    const { spent, ...world } = await setup();
    const { users } = world;
    const find = users.find.bind(users);
    users.find = async (uid) => {
      const found = await find(uid);
      await users.setRole('ann', 'admin');
      return found;
    };
    const remove = new DeleteAccount({ ...world, spent });
    await expect(remove.deleteAsAdmin({ ...act(), confirm: 'ann@example.org' })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    expect([await find('ann'), world.plans.asked]).toMatchObject([{ isAdmin: true, suspendedAt: null }, []]);
  });

  test.each(['replies', 'files'])(
    'stays shut when %s fail, and is taken up again after ten minutes, each minute until it is done',
    async (fails) => {
      const { remove, steps, isIn, users, clock } = await setup();
      steps.fails = fails;
      await expect(remove.deleteAsOwner('ann')).rejects.toThrow(`${fails} failed`);
      expect([await isIn(), (await users.find('ann'))?.suspendedAt]).toEqual([false, NOON]);
      const over = new AbortController();
      const sweeping = remove.resumeUnfinished(over.signal);
      steps.fails = 'files';
      await clock.advance(12 * MINUTE);
      expect(await users.find('ann')).toBeDefined();
      steps.fails = undefined;
      await clock.advance(MINUTE);
      await new Promise((resolve) => setImmediate(resolve));
      expect(await users.find('ann')).toBeUndefined();
      over.abort();
      await sweeping;
    },
  );

  test('lets nobody in again once it has begun, and says who began it', async () => {
    const { remove, resume, people, steps, users, events } = await setup();
    steps.fails = 'files';
    await remove.deleteAsOwner('ann').catch(() => undefined);
    const reason = 'The account is being deleted';
    const shown = async () => (await people.find('ann', '2026-01-15'))?.suspended;
    expect(await shown()).toEqual({ by: 'ann', byName: 'ann', at: NOON, reason });
    await expect(resume.execute(act())).rejects.toMatchObject({
      kind: 'conflict',
      message: 'This account is being deleted',
    });
    expect([(await users.find('ann'))?.suspendedAt, events.events]).toEqual([NOON, []]);
    const asAdmin = { ...act(), confirm: 'ann@example.org' };
    await remove.deleteAsAdmin(asAdmin).catch(() => undefined);
    expect(await shown()).toEqual({ by: 'ada', byName: 'Ada', at: NOON, reason });
  });

  test('that somebody else has finished meanwhile is not recorded twice', async () => {
    const world = await setup();
    const { users, remove } = world;
    users.lock = async () => users.remove('ann');
    await expect(remove.deleteAsOwner('ann')).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    expect(world.audit.events).toEqual([]);
  });

  test('that somebody may still be at is left to them for ten minutes', async () => {
    const { remove, steps, users, clock } = await setup();
    steps.fails = 'files';
    await remove.deleteAsOwner('ann').catch(() => undefined);
    steps.fails = undefined;
    const over = new AbortController();
    const sweeping = remove.resumeUnfinished(over.signal);
    await clock.advance(9 * MINUTE);
    expect(await users.find('ann')).toBeDefined();
    over.abort();
    await sweeping;
  });
});

test('an account that goes while an admin decides gets no limits of its own', async () => {
  const { users, limits, events, clock, audit } = await setup();
  const work = new (class extends InMemoryUnitOfWork {
    protected override alone<T>(change: () => Promise<T>): Promise<T> {
      users.remove('ann');
      return super.alone(change);
    }
  })();
  const set = new SetCustomLimits(users, limits, events, clock, work, audit);
  const change = { ...act(), reason: 'x', limits: { dailyMessages: 1, moonshotDaily: null } };
  await expect(set.execute(change)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  expect([await limits.find('ann'), audit.events, events.events]).toEqual([undefined, [], []]);
});

test('limits that another admin has changed meanwhile are not overwritten unseen', async () => {
  const { users, limits, events, clock, work, audit } = await setup();
  const set = new SetCustomLimits(users, limits, events, clock, work, audit);
  const [one, two] = [
    { dailyMessages: 5, moonshotDaily: null },
    { dailyMessages: null, moonshotDaily: 3 },
  ];
  const change = { ...act(), reason: 'x' };
  await set.execute({ ...change, limits: one, before: null });
  await expect(set.execute({ ...change, limits: two, before: null })).rejects.toThrow(LimitsChanged);
  expect(await limits.find('ann')).toMatchObject(one);
  await set.execute({ ...change, limits: two, before: one });
  await set.execute({ ...change, limits: one });
  expect(await limits.find('ann')).toMatchObject(one);
});

describe('somebody who is suspended', () => {
  test('is out everywhere with a note of why, and is let in again with their data', async () => {
    const { suspend, resume, people, users, steps, events, isIn } = await setup();
    await suspend.execute(act());
    expect([await isIn(), steps.done, (await users.find('ann'))?.suspendedAt]).toEqual([
      false,
      ['replies', 'plans'],
      NOON,
    ]);
    expect((await people.find('ann', '2026-01-15'))?.suspended).toEqual({
      by: 'ada',
      byName: 'Ada',
      at: NOON,
      reason: 'asked for it',
    });
    await resume.execute(act({ reason: 'sorry' }));
    expect([(await users.find('ann'))?.suspendedAt, (await people.find('ann', '2026-01-15'))?.suspended]).toEqual([
      null,
      null,
    ]);
    expect(events.events.map(({ detail }) => detail)).toEqual([
      'Suspended by Ada: asked for it',
      'Let in again by Ada: sorry',
    ]);
  });

  test('is charged no more unless an admin says so, and the audit log has what was chosen', async () => {
    const { suspend, resume, plans, audit } = await setup();
    await suspend.execute(act());
    await suspend.execute(act({ plan: 'keep' }));
    await resume.execute(act());
    expect(plans.asked).toEqual(['period-end ann', 'keep ann', 'restore ann']);
    expect(audit.events).toMatchObject([{ details: { plan: 'period-end' } }, { details: { plan: 'keep' } }, {}]);
  });

  test('has no API key that works again once they are let in', async () => {
    const { suspend, resume, keys } = await setup();
    expect(await keys.find('key-1', NOON)).toBeDefined();
    await suspend.execute(act());
    await resume.execute(act());
    expect(await keys.find('key-1', NOON)).toBeUndefined();
  });

  test('is let in once: who is in already is not recorded again', async () => {
    const { suspend, resume, audit, events } = await setup();
    await suspend.execute(act());
    for (const reason of ['sorry', 'again']) await resume.execute(act({ reason }));
    expect(audit.lines).toEqual(['user.suspend ann', 'user.reinstate ann']);
    expect(events.events).toHaveLength(2);
  });

  test('is known, no admin, and not without a reason', async () => {
    const { suspend, resume, events } = await setup();
    await expect(suspend.execute(act({ reason: undefined }))).rejects.toMatchObject({ details: { field: 'reason' } });
    await expect(suspend.execute(act({ uid: 'ada' }))).rejects.toMatchObject({ kind: 'forbidden' });
    for (const one of [suspend, resume])
      await expect(one.execute(act({ uid: 'nobody' }))).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    expect(events.events).toEqual([]);
  });
});

describe('closing the own account', () => {
  const owner = {
    uid: 'ann',
    email: 'ann@example.org',
    phoneNumber: '+12015550100',
    passwordHash: 'hash of secret',
    hasSecondFactor: false,
  };
  const RECENT = { isRecent: true };
  const codes: PhoneCodeVerifier = new (class extends PhoneCodeVerifier {
    async matches(number: string, code: string) {
      return number === owner.phoneNumber && code === '123456';
    }
  })();
  const closing = async () => {
    const world = await setup();
    return {
      ...world,
      close: new DeleteOwnAccount(new PlainPasswords(), codes, world.remove, world.quotas, world.clock),
    };
  };

  test.each([
    [{}, { password: 'secret' }, { password: 'other' }, { email: 'ann@example.org' }],
    [{ passwordHash: null, email: null }, { code: '123456' }, { code: '1' }, { password: 'secret' }],
    [{ passwordHash: null }, { email: ' ANN@example.org' }, { email: 'bob@example.org' }, { code: '123456' }],
  ])('takes the one proof that the account asks for (%j)', async (more, right, wrong, other) => {
    const { close, users } = await closing();
    const own = { ...owner, ...more };
    const field = getRequiredProof(own);
    await expect(close.execute(own, wrong, RECENT)).rejects.toMatchObject({ kind: 'forbidden', details: { field } });
    await expect(close.execute(own, other, RECENT)).rejects.toMatchObject({ kind: 'invalid', details: { field } });
    expect(await users.find('ann')).toBeDefined();
    await close.execute(own, right, RECENT);
    expect(await users.find('ann')).toBeUndefined();
  });

  test('a typed address is a proof in a session that confirmed who it is, and in no other', async () => {
    const { close, users } = await closing();
    const own = { ...owner, passwordHash: null };
    await expect(close.execute(own, { email: own.email }, { isRecent: false })).rejects.toMatchObject({
      code: 'REAUTHENTICATION_REQUIRED',
    });
    expect(await users.find('ann')).toBeDefined();
    await close.execute(owner, { password: 'secret' }, { isRecent: false });
    expect(await users.find('ann')).toBeUndefined();
  });

  test.each([
    [{}, { password: 'secret' }],
    [{ passwordHash: null, email: null }, { code: '123456' }],
  ])('with a second factor the proof counts in a session that confirmed who it is only (%j)', async (more, proof) => {
    const { close, users } = await closing();
    const own = { ...owner, ...more, hasSecondFactor: true };
    await expect(close.execute(own, proof, { isRecent: false })).rejects.toMatchObject({
      code: 'REAUTHENTICATION_REQUIRED',
    });
    expect(await users.find('ann')).toBeDefined();
    await close.execute(own, proof, RECENT);
    expect(await users.find('ann')).toBeUndefined();
  });

  test('is tried ten times in a quarter of an hour, right or wrong', async () => {
    const { close, clock, users } = await closing();
    for (let tries = 0; tries < 10; tries += 1)
      await close.execute(owner, { password: 'other' }, RECENT).catch(() => undefined);
    await expect(close.execute(owner, { password: 'secret' }, RECENT)).rejects.toMatchObject({
      kind: 'limit_reached',
      code: 'RATE_LIMITED',
    });
    await clock.advance(15 * MINUTE);
    await close.execute(owner, { password: 'secret' }, RECENT);
    expect(await users.find('ann')).toBeUndefined();
  });
});

describe('the address of an account', () => {
  const verify = async (uid: string, reason?: string) => {
    const world = await setup(aUser({ emailVerified: false }), aUser({ uid: 'pho', email: null }), ADA);
    const use = new VerifyAddress(world.users, world.events, world.work, world.audit);
    return { ...world, done: use.execute({ uid, reason, admin: { uid: ADA.uid, name: ADA.name } }) };
  };

  test('is verified by an admin, with a reason, and the log tells who answered for it', async () => {
    const { users, events, done } = await verify('ann', 'Came by');
    await done;
    expect((await users.find('ann'))?.emailVerified).toBe(true);
    expect(events.events).toMatchObject([{ uid: 'ann', detail: `Address verified by ${ADA.name}: Came by` }]);
  });

  test('is not where there is none, nobody, or no reason', async () => {
    for (const [uid, reason] of [
      ['pho', 'So'],
      ['nobody', 'So'],
      ['ann', ' '],
    ] as const)
      await expect((await verify(uid, reason)).done).rejects.toThrow();
  });
});

test('the list is exported in batches, and no cell is a formula', async () => {
  const people = Array.from({ length: 1001 }, (_, at) => aUser({ uid: `u${String(at).padStart(4, '0')}`, name: 'N' }));
  const world = aUserAdminWorld(
    ...people,
    aUser({ uid: 'zz', name: '=HYPERLINK("https://e.example","x")', email: null }),
  );
  const audit = new RecordingAuditLog();
  const pieces: string[] = [];
  const use = new ExportUsers(world.people, new FixedClock(), audit);
  for await (const piece of use.execute({ search: '' })) pieces.push(piece);
  const lines = pieces.join('').split('\r\n');
  expect(pieces).toHaveLength(4);
  expect(lines).toHaveLength(1 + 1002 + 1);
  expect(lines[0]).toMatch(/^\uFEFFid,name,email,/);
  expect(lines.at(-2)).toMatch(/^zz,"'=HYPERLINK\(""https:\/\/e\.example"",""x""\)",,/);
  expect(audit.events).toMatchObject([{ action: 'user.export' }]);
});

test('the exported id of an account is the one that it has, and its name is no formula', async () => {
  const id = '-P7UxQ0v3kLm9_aBcDeFg';
  const world = aUserAdminWorld(aUser({ uid: id, name: id }));
  const pieces: string[] = [];
  const use = new ExportUsers(world.people, new FixedClock(), new RecordingAuditLog());
  for await (const piece of use.execute({ search: '' })) pieces.push(piece);
  expect(pieces[1]).toMatch(new RegExp(`^${id},'${id},`));
});

test('admins see the use of today by UTC, and are told who is not there', async () => {
  const { people, quotas, clock } = await setup();
  const list = new ListUsers(people, clock);
  const reserved = await quotas.reserve([{ subject: 'messages:ann', period: '2026-01-15', limit: -1 }]);
  expect('id' in reserved).toBe(true);
  const { people: shown, total, stats } = await list.execute({ limit: 9, offset: 0, search: 'ann' });
  expect([shown.map(({ uid, usage }) => [uid, usage.daily]), total, stats.byTier.free]).toEqual([[['ann', 1]], 1, 2]);
  await clock.advance(12 * 60 * MINUTE);
  expect((await list.get('ann')).usage.daily).toBe(0);
  await expect(list.get('nobody')).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
});
