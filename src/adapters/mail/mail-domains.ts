import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';

import { MailDomains } from '../../domain/accounts/ports.ts';

/** The packaged list of throw-away domains; what lies below such a domain is one too. */
export class ListedMailDomains extends MailDomains {
  private listed: ReadonlySet<string> | undefined;

  isDisposable(email: string): boolean {
    this.listed ??= disposableEmailBlocklistSet();
    const labels = email.slice(email.lastIndexOf('@') + 1).toLowerCase().split('.');
    for (let first = 0; first < labels.length - 1; first += 1) if (this.listed.has(labels.slice(first).join('.'))) return true;
    return false;
  }
}
