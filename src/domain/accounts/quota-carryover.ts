import { utcDay } from '../kernel/day.ts';
import type { Clock, Secrets } from '../kernel/ports.ts';
import { type DeletedAccount, QuotaCarryover } from '../user-admin/ports.ts';
import type { SpentQuotas } from './ports.ts';

/** Providers that ignore everything after a `+` in the name. */
const PLUS_TAG_DOMAINS = new Set([
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'msn.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'fastmail.com',
  'proton.me',
  'protonmail.com',
  'pm.me',
  'yandex.com',
  'yandex.ru',
  'zoho.com',
]);
/** Providers that ignore dots too. */
const DOT_INSENSITIVE_DOMAINS = new Set(['gmail.com', 'googlemail.com']);
const DOMAIN_ALIASES = new Map([
  ['googlemail.com', 'gmail.com'],
  ['protonmail.com', 'proton.me'],
  ['pm.me', 'proton.me'],
]);

/**
 * The same text for all spellings of a mailbox, as far as its provider is known. Only for counting: mail goes to the
 * address as given.
 */
export const canonicalMailbox = (email: string): string => {
  const at = email.lastIndexOf('@');
  const [name, domain] = [email.slice(0, at).toLowerCase(), email.slice(at + 1).toLowerCase()];
  const untagged = PLUS_TAG_DOMAINS.has(domain) ? (name.split('+', 1)[0] ?? name) : name;
  return (
    `${DOT_INSENSITIVE_DOMAINS.has(domain) ? untagged.replaceAll('.', '') : untagged}@` +
    `${DOMAIN_ALIASES.get(domain) ?? domain}`
  );
};

/**
 * A deleted and recreated account continues with the usage of the day. Only a fingerprint (keyed with the server's
 * secret) and numbers are stored, until the end of the day.
 */
export class SpentQuotaCarryover extends QuotaCarryover {
  constructor(
    private readonly spentQuotas: SpentQuotas,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** Call it when an account is deleted. */
  async save(account: DeletedAccount): Promise<void> {
    const fingerprint = this.fingerprintOf(account);
    if (fingerprint !== undefined) await this.spentQuotas.save(fingerprint, account.uid, utcDay(this.clock.now()));
  }

  /** Call it when an account is created. */
  async restore(account: DeletedAccount): Promise<void> {
    const fingerprint = this.fingerprintOf(account);
    if (fingerprint !== undefined) await this.spentQuotas.restore(fingerprint, account.uid, utcDay(this.clock.now()));
  }

  private fingerprintOf({ email, phoneNumber }: DeletedAccount): string | undefined {
    const contact = email === null ? phoneNumber : canonicalMailbox(email);
    return contact === null ? undefined : this.secrets.fingerprint(`spent ${contact}`);
  }
}
