import type { Choice } from '../../provider.ts';
import type { MailTools, Postman } from './provider.ts';
import { sandboxMail } from './sandbox.ts';
import { smtp } from './smtp.ts';

/** Who may carry mails. A real installation needs one: without mail nobody can prove an address. */
export const MAIL: Choice<MailTools, Postman> = { variable: 'MAIL', real: [smtp], fallback: sandboxMail };
