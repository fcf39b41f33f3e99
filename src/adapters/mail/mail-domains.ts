import { EmailDomains } from '../../domain/accounts/ports.ts';

/** The packaged list of disposable domains, subdomains included. Loaded with the first registration. */
export class ListedMailDomains extends EmailDomains {
  private listed: Promise<ReadonlySet<string>> | undefined;

  async isDisposable(email: string): Promise<boolean> {
    const listed = await (this.listed ??= loadList());
    const labels = email
      .slice(email.lastIndexOf('@') + 1)
      .toLowerCase()
      .split('.');
    for (let first = 0; first < labels.length - 1; first += 1)
      if (listed.has(labels.slice(first).join('.'))) return true;
    return false;
  }
}

const loadList = async (): Promise<ReadonlySet<string>> => {
  const { disposableEmailBlocklistSet } = await import('disposable-email-domains-js');
  return disposableEmailBlocklistSet();
};
