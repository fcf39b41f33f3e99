import { aLog, aPerson, someUsers } from '../../web/support/admin.ts';

const GRANT = { by: 'u1', byName: 'Ada Lovelace', at: '2026-11-18T10:00:00.000Z' };

/** A page of accounts of every kind. */
export const PEOPLE = someUsers(
  [
    aPerson(),
    aPerson({
      uid: 'p2',
      name: 'Grace Hopper',
      email: 'grace@example.org',
      subscription: 'premium',
      tier: 'premium',
      isAdmin: true,
      role: 'admin',
      usage: { daily: 81, moonshotDaily: 30 },
    }),
    aPerson({
      uid: 'p3',
      name: 'Katherine Johnson',
      email: null,
      phoneNumber: '+1 ••• ••• 0123',
      authMode: 'phone',
      usage: { daily: 3, moonshotDaily: 0 },
    }),
    aPerson({
      uid: 'p4',
      name: 'Edsger Dijkstra',
      email: 'edsger@example.org',
      emailVerified: false,
      suspended: { ...GRANT, reason: 'Many accounts from one place' },
    }),
    aPerson({
      uid: 'p5',
      name: 'Barbara Liskov',
      email: 'barbara@example.org',
      tier: 'premium',
      granted: { tier: 'premium', expiresAt: null, ...GRANT, reason: 'Friend of the house' },
      customLimits: {
        dailyMessages: 200,
        moonshotDaily: null,
        setBy: 'Ada Lovelace',
        setAt: '2026-11-18T10:00:00.000Z',
        reason: 'Workshop',
      },
    }),
    aPerson({
      uid: 'p6',
      name: 'Donald Knuth',
      email: 'donald@example.org',
      subscription: 'basic',
      tier: 'basic',
      usage: { daily: 44, moonshotDaily: 12 },
    }),
  ],
  1234,
);

export const LOGS = [
  aLog(5, {
    time: '2026-11-21T14:28:10.000Z',
    level: 'error',
    kind: 'provider error',
    detail: 'groq answered 503 to moonshotai/kimi-k2-instruct; the fallback answered',
    uid: null,
    maskedEmail: null,
  }),
  aLog(4, {
    time: '2026-11-21T14:11:42.000Z',
    level: 'warn',
    kind: 'limit hit',
    maskedEmail: 'a•••@example.org',
    detail: 'daily: 30 of 30',
  }),
  aLog(3, {
    time: '2026-11-21T13:50:00.000Z',
    kind: 'admin change',
    maskedEmail: 'g•••@example.org',
    detail: 'rate-limits: subscriptions.free.lifetime.totalMessages 40 → 30',
  }),
  aLog(2, {
    time: '2026-11-21T09:02:31.000Z',
    kind: 'override',
    maskedEmail: 'g•••@example.org',
    detail: 'acts as basic until November 22',
  }),
  aLog(1, {
    time: '2026-11-21T08:15:03.000Z',
    level: 'warn',
    kind: 'refused admin call',
    uid: null,
    maskedEmail: null,
    detail: 'GET /api/admin/users',
  }),
];
