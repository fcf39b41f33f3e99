import type { ProviderRegistry } from '../../platform/provider-registry.ts';
import type { MailDeps, MailTransport } from './provider.ts';
import { panelMail } from './panel.ts';
import { sandboxMail } from './sandbox.ts';
import { smtp } from './smtp.ts';

/** Mail providers. A real installation needs one: without mail nobody can verify an address. */
export const MAIL: ProviderRegistry<MailDeps, MailTransport> = {
  variable: 'MAIL',
  providers: [smtp, panelMail],
  fallback: sandboxMail,
};
