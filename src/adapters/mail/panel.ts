import { z } from 'zod';

import { fixedError } from '../../domain/kernel/domain-error.ts';
import { mailProvider, MailTransport } from './provider.ts';

/** Nothing can be sent before an admin enters a mail server. */
class NoMailServer extends fixedError('unavailable', 'No mail server is connected yet') {}

/** A real installation starts without a mail server: an admin enters it in the panel. */
export const panelMail = mailProvider({
  id: 'panel',
  label: 'none (entered in the Admin Panel)',
  settings: z.object({}),
  connect: () => new MissingMailTransport(),
});

class MissingMailTransport extends MailTransport {
  send(): Promise<void> {
    return Promise.reject(new NoMailServer());
  }

  check(): Promise<void> {
    return this.send();
  }

  close(): void {
    // It has no connection.
  }
}
