/** Whether a domain or one of those above it is in a list: mail.example.org belongs to example.org. */
export const isDomainListed = (domain: string, listed: ReadonlySet<string>): boolean => {
  const labels = domain.toLowerCase().split('.');
  return labels.some((_, at) => listed.has(labels.slice(at).join('.')));
};

let blocklist: Promise<ReadonlySet<string>> | null = null;

const loadBlocklist = (): Promise<ReadonlySet<string>> => {
  blocklist ??= import('disposable-email-domains-js').then(({ disposableEmailBlocklistSet }) =>
    disposableEmailBlocklistSet(),
  );
  return blocklist;
};

/** Whether an address belongs to a disposable mail service. If the list cannot be loaded, the server decides. */
export const isDisposableEmail = async (email: string): Promise<boolean> => {
  try {
    return isDomainListed(email.trim().split('@').at(-1) ?? '', await loadBlocklist());
  } catch {
    blocklist = null;
    return false;
  }
};
