import type {
  Invitation,
  Invitations,
  InvitationTokens,
  RegistrationRequest,
  RegistrationRequests,
} from '../../src/domain/accounts/registration/ports.ts';
import type { UserRepository } from '../../src/domain/accounts/ports.ts';
import { aUser, NOON } from '../support/builders.ts';

interface InvitationFixture {
  readonly invitations: Invitations;
  readonly users: UserRepository;
}

export const anInvitation = (more: Partial<Invitation & InvitationTokens> = {}): Invitation & InvitationTokens => ({
  id: 'inv',
  linkDigest: `link of ${more.id ?? 'inv'}`,
  mailDigest: null,
  email: null,
  tier: null,
  tierDays: null,
  uses: 1,
  by: 'ada',
  byName: 'Ada',
  createdAt: NOON,
  expiresAt: NOON + 10,
  ...more,
});

const ALL = { limit: 10, offset: 0 };

/** What every Invitations must do. */
export const behavesLikeInvitations = (name: string, create: () => Promise<InvitationFixture>): void => {
  describe(`${name}: invitations`, () => {
    const setup = async () => {
      const world = await create();
      for (const uid of ['ann', 'bob', 'carl']) await world.users.add(aUser({ uid }));
      return world;
    };

    test('are found by the digest of either token, which says by which', async () => {
      const { invitations } = await setup();
      const { linkDigest, mailDigest, ...invitation } = anInvitation({
        mailDigest: 'mail',
        email: 'new@example.org',
        tier: 'premium',
        tierDays: 30,
      });
      await invitations.add({ ...invitation, linkDigest, mailDigest });
      const found = { ...invitation, used: 0, revokedAt: null };
      expect(await invitations.find(linkDigest)).toEqual({ ...found, isMailed: false });
      expect(await invitations.find('mail')).toEqual({ ...found, isMailed: true });
      expect(await invitations.find('inv')).toBeUndefined();
    });

    test('are used as often as they may be, also by calls at the same time', async () => {
      const { invitations } = await setup();
      await invitations.add(anInvitation({ uses: 2 }));
      const used = await Promise.all(['ann', 'bob', 'carl'].map((uid) => invitations.use('inv', uid, NOON)));
      expect(used.filter(Boolean)).toHaveLength(2);
      expect(await invitations.find('link of inv')).toMatchObject({ used: 2 });
    });

    test('are not used when they are revoked or at their end, and are revoked once', async () => {
      const { invitations } = await setup();
      await invitations.add(anInvitation());
      expect(await invitations.use('inv', 'ann', NOON + 10)).toBe(false);
      expect(await invitations.use('other', 'ann', NOON)).toBe(false);
      expect([await invitations.revoke('inv', NOON + 1), await invitations.revoke('inv', NOON + 2)]).toEqual([
        true,
        false,
      ]);
      expect(await invitations.use('inv', 'ann', NOON)).toBe(false);
      expect(await invitations.find('link of inv')).toMatchObject({ used: 0, revokedAt: NOON + 1 });
      expect(await invitations.revoke('other', NOON)).toBe(false);
    });

    test('those of one admin are revoked together, each once', async () => {
      const { invitations } = await setup();
      await invitations.add(anInvitation({ id: 'one', by: 'ada' }));
      await invitations.add(anInvitation({ id: 'two', by: 'ada' }));
      await invitations.add(anInvitation({ id: 'other', by: 'bob' }));
      await invitations.revoke('one', NOON);
      await invitations.revokeAllBy('ada', NOON + 1);
      const found = (await invitations.list(ALL)).invitations.map(({ id, revokedAt }) => [id, revokedAt]);
      expect(new Map(found as [string, number | null][])).toEqual(
        new Map([
          ['one', NOON],
          ['two', NOON + 1],
          ['other', null],
        ]),
      );
    });

    test('are listed newest first, in pages, with those who used them', async () => {
      const { invitations } = await setup();
      await invitations.add(anInvitation({ id: 'old', uses: 5 }));
      await invitations.add(anInvitation({ id: 'new', createdAt: NOON + 1 }));
      await invitations.use('old', 'ann', NOON + 1);
      await invitations.use('old', 'bob', NOON + 2);
      const { name: annsName } = aUser({ uid: 'ann' });
      const listed = await invitations.list(ALL);
      expect(listed.total).toBe(2);
      expect(listed.invitations.map(({ id, used }) => [id, used])).toEqual([
        ['new', 0],
        ['old', 2],
      ]);
      expect(listed.invitations[1]?.usedBy).toEqual([
        { uid: 'bob', name: aUser({ uid: 'bob' }).name, at: NOON + 2 },
        { uid: 'ann', name: annsName, at: NOON + 1 },
      ]);
      const last = await invitations.list({ limit: 1, offset: 1 });
      expect([last.total, last.invitations.map(({ id }) => id)]).toEqual([2, ['old']]);
    });

    test('are removed when they ended before a time', async () => {
      const { invitations } = await setup();
      await invitations.add(anInvitation({ id: 'old', expiresAt: NOON }));
      await invitations.add(anInvitation({ id: 'new', expiresAt: NOON + 1 }));
      await invitations.use('old', 'ann', NOON - 1);
      await invitations.removeExpired(NOON + 1);
      expect((await invitations.list(ALL)).invitations.map(({ id }) => id)).toEqual(['new']);
    });
  });
};

export const aRequest = (more: Partial<RegistrationRequest> = {}): RegistrationRequest => ({
  id: 'req',
  subject: 'email:new@example.org',
  email: 'new@example.org',
  emailVerified: false,
  phoneNumber: null,
  name: 'New',
  passwordHash: 'hash',
  identityKey: null,
  provider: null,
  language: 'de',
  createdAt: NOON,
  expiresAt: NOON + 10,
  ...more,
});

/** What every RegistrationRequests must do. */
export const behavesLikeRegistrationRequests = (name: string, create: () => Promise<RegistrationRequests>): void => {
  describe(`${name}: requests for an account`, () => {
    test('are stored once for each subject, also by calls at the same time', async () => {
      const requests = await create();
      const added = await Promise.all(['a', 'b'].map((id) => requests.add(aRequest({ id }))));
      expect(added.filter(Boolean)).toHaveLength(1);
      const other = aRequest({ id: 'c', subject: 'phone:1', email: null, phoneNumber: '+1', identityKey: 'phone:1' });
      expect(await requests.add(other)).toBe(true);
      expect(await requests.find('c')).toEqual({ ...other, declined: null });
      expect(await requests.findBySubject('phone:1', NOON)).toEqual({ ...other, declined: null });
      expect(await requests.findBySubject('phone:1', NOON + 10)).toBeUndefined();
      expect(await requests.find('d')).toBeUndefined();
    });

    test('are declined once, and the password is forgotten', async () => {
      const requests = await create();
      await requests.add(aRequest());
      const decision = { byName: 'Ada', at: NOON + 1, reason: 'Full' };
      const declined = await Promise.all([1, 2].map(() => requests.decline('req', decision)));
      expect(declined.filter(Boolean)).toHaveLength(1);
      expect(await requests.find('req')).toEqual({ ...aRequest({ passwordHash: null }), declined: decision });
    });

    test('forget their password alone', async () => {
      const requests = await create();
      await requests.add(aRequest());
      await requests.forgetPassword('req');
      expect(await requests.find('req')).toEqual({ ...aRequest({ passwordHash: null }), declined: null });
    });

    test('are removed by one caller, and when they have expired', async () => {
      const requests = await create();
      await requests.add(aRequest());
      await requests.add(aRequest({ id: 'late', subject: 'late', expiresAt: NOON + 11 }));
      const removed = await Promise.all([1, 2].map(() => requests.remove('req')));
      expect(removed.filter(Boolean)).toHaveLength(1);
      await requests.add(aRequest());
      await requests.removeExpired(NOON + 10);
      expect([await requests.find('req'), (await requests.find('late'))?.id]).toEqual([undefined, 'late']);
    });

    test('are listed in pages: undecided ones first, each newest first, no expired ones', async () => {
      const requests = await create();
      await requests.add(aRequest({ id: 'old', subject: 'old' }));
      await requests.add(aRequest({ id: 'no', subject: 'no', createdAt: NOON + 3 }));
      await requests.add(aRequest({ id: 'new', subject: 'new', createdAt: NOON + 1 }));
      await requests.add(aRequest({ id: 'gone', subject: 'gone', expiresAt: NOON + 5 }));
      await requests.decline('no', { byName: 'Ada', at: NOON, reason: '' });
      const listed = await requests.list({ limit: 2, offset: 0 }, NOON + 5);
      expect(listed.requests.map(({ id }) => id)).toEqual(['new', 'old']);
      expect([listed.total, listed.waiting]).toEqual([3, 2]);
      const rest = await requests.list({ limit: 2, offset: 2 }, NOON + 5);
      expect(rest.requests.map(({ id }) => id)).toEqual(['no']);
    });

    test('are announced once each while they wait, again after a failure', async () => {
      const requests = await create();
      expect(await requests.hasUnannounced(NOON)).toBe(false);
      for (const id of ['a', 'b', 'no', 'gone'])
        await requests.add(aRequest({ id, subject: id, expiresAt: id === 'gone' ? NOON + 1 : NOON + 10 }));
      await requests.decline('no', { byName: 'Ada', at: NOON, reason: '' });
      const counts = await Promise.all([1, 2].map((later) => requests.announce(NOON + later)));
      expect(counts.toSorted()).toEqual([0, 2]);
      expect(await requests.hasUnannounced(NOON + 2)).toBe(false);
      for (const later of [1, 2]) await requests.withdrawAnnouncement(NOON + later);
      expect([await requests.hasUnannounced(NOON + 2), await requests.announce(NOON + 3)]).toEqual([true, 2]);
      await requests.withdrawAnnouncement(NOON + 2);
      expect(await requests.hasUnannounced(NOON + 3)).toBe(false);
    });
  });
};
