import { z } from 'zod';

import { type RenderedEmail, mailProvider, type MailDeps, type MailTransport } from './provider.ts';

/** Sends nothing: mails appear on the page /sandbox. */
export const sandboxMail = mailProvider({
  id: 'sandbox',
  label: 'sandbox (mails are shown at /sandbox)',
  settings: z.object({}),
  isSandbox: true,
  connect: (_, deps) => new OutboxMailTransport(deps),
});

class OutboxMailTransport implements MailTransport {
  constructor(private readonly deps: MailDeps) {}

  async send({ to, subject, text, html }: RenderedEmail): Promise<void> {
    const { outbox, ids, clock } = this.deps;
    await outbox.add({ id: ids.next(), kind: 'mail', recipient: to, subject, body: text, html, at: clock.now() });
  }

  async check(): Promise<void> {
    await this.deps.outbox.list();
  }

  close(): void {
    // nothing to close
  }
}
