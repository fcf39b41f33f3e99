import type { Clock, Quotas, Secrets } from '../kernel/ports.ts';

const HOUR_MS = 3_600_000;
const MAX_PER_HOUR = 5;

interface MailQuotaDeps {
  readonly quotas: Quotas;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/** Counts a request for a reset link by this network address. Returns how long to wait; 0: it is within the limit. */
export const countMailFrom = (deps: MailQuotaDeps, address: string): Promise<number> =>
  countMail(deps, `forgot-from:${address}`);

/** The same for a mail with a reset link to this email address. */
export const countMailTo = (deps: MailQuotaDeps, email: string): Promise<number> =>
  countMail(deps, `forgot-for:${email}`);

/** The same for what an account has sent to addresses that it names. */
export const countMailBy = async (deps: MailQuotaDeps, uid: string): Promise<number> =>
  countMail(deps, `change-email:${uid}`);

const countMail = async ({ quotas, secrets, clock }: MailQuotaDeps, key: string): Promise<number> => {
  const now = clock.now();
  const hour = Math.floor(now / HOUR_MS);
  const reservation = await quotas.reserve([
    { subject: `mail:${secrets.fingerprint(key)}`, period: `hour:${hour}`, limit: MAX_PER_HOUR },
  ]);
  if ('refused' in reservation) return (hour + 1) * HOUR_MS - now;
  await quotas.settle(reservation.id, 'charged');
  return 0;
};
