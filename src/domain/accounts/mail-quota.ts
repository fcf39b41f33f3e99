import type { Quotas, Secrets } from '../kernel/ports.ts';

export const MAIL_QUOTA_MS = 3_600_000;
const MAX_PER_HOUR = 5;

interface MailQuotaDeps {
  readonly quotas: Quotas;
  readonly secrets: Secrets;
}

/** False when this network address has asked for five mails in this hour. */
export const tryConsumeMailFrom = (deps: MailQuotaDeps, address: string, hour: number): Promise<boolean> =>
  tryConsume(deps, `forgot-from:${address}`, hour);

/** False when this email address was sent five mails with reset links in this hour. */
export const tryConsumeMailTo = (deps: MailQuotaDeps, email: string, hour: number): Promise<boolean> =>
  tryConsume(deps, `forgot-for:${email}`, hour);

const tryConsume = async ({ quotas, secrets }: MailQuotaDeps, key: string, hour: number): Promise<boolean> => {
  const reservation = await quotas.reserve([
    { subject: `mail:${secrets.fingerprint(key)}`, period: `hour:${hour}`, limit: MAX_PER_HOUR },
  ]);
  if ('refused' in reservation) return false;
  await quotas.settle(reservation.id, 'charged');
  return true;
};
