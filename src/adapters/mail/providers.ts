import type { ProviderRegistry } from '../../platform/provider-registry.ts';
import type { MailDeps, MailTransport } from './provider.ts';
import { sandboxMail } from './sandbox.ts';
import { smtp } from './smtp.ts';

/** Who may carry mails. A real installation needs one: without mail nobody can prove an address. */
export const MAIL: ProviderRegistry<MailDeps, MailTransport> = {
  variable: 'MAIL',
  providers: [smtp],
  fallback: sandboxMail,
};
