import { utcDay } from '../kernel/day.ts';
import type { Clock, Secrets } from '../kernel/ports.ts';
import { type Departing, SpentQuotaMemory } from '../people/ports.ts';
import type { SpentQuotas } from './ports.ts';

/** Providers at which every `name+anything` is one mailbox. */
const TAGGING = new Set([
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
/** Those of them that read over dots as well. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com']);
const SAME = new Map([
  ['googlemail.com', 'gmail.com'],
  ['protonmail.com', 'proton.me'],
  ['pm.me', 'proton.me'],
]);

/** One text for all ways to write one mailbox, as far as its provider is known. For counting only: mail goes to the address as given. */
export const mailboxOf = (email: string): string => {
  const at = email.lastIndexOf('@');
  const [name, domain] = [email.slice(0, at).toLowerCase(), email.slice(at + 1).toLowerCase()];
  const untagged = TAGGING.has(domain) ? (name.split('+', 1)[0] ?? name) : name;
  return `${DOTLESS.has(domain) ? untagged.replaceAll('.', '') : untagged}@${SAME.get(domain) ?? domain}`;
};

/**
 * An account that is deleted and made anew goes on with what it had used of the day. All that is kept for it is a
 * fingerprint under the server's secret and numbers, until the day is over.
 */
export class RememberSpentQuotas extends SpentQuotaMemory {
  private readonly spent: SpentQuotas;
  private readonly secrets: Secrets;
  private readonly clock: Clock;

  constructor(spent: SpentQuotas, secrets: Secrets, clock: Clock) {
    super();
    this.spent = spent;
    this.secrets = secrets;
    this.clock = clock;
  }

  /** The account goes. */
  async keep(account: Departing): Promise<void> {
    const fingerprint = this.fingerprintOf(account);
    if (fingerprint !== undefined) await this.spent.keep(fingerprint, account.uid, utcDay(this.clock.now()));
  }

  /** The account begins. */
  async restore(account: Departing): Promise<void> {
    const fingerprint = this.fingerprintOf(account);
    if (fingerprint !== undefined) await this.spent.restore(fingerprint, account.uid, utcDay(this.clock.now()));
  }

  private fingerprintOf({ email, phoneNumber }: Departing): string | undefined {
    const proof = email === null ? phoneNumber : mailboxOf(email);
    return proof === null ? undefined : this.secrets.fingerprint(`spent ${proof}`);
  }
}
