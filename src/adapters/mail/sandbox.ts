import { z } from 'zod';

import { type Envelope, mailProvider, type MailTools, type Postman } from './provider.ts';

/** Sends nothing: mails are read on the page /sandbox. */
export const sandboxMail = mailProvider({
  id: 'sandbox',
  label: 'sandbox (mails are shown at /sandbox)',
  settings: z.object({}),
  isSandbox: true,
  connect: (_, tools) => new OutboxPostman(tools),
});

class OutboxPostman implements Postman {
  private readonly tools: MailTools;

  constructor(tools: MailTools) {
    this.tools = tools;
  }

  async send({ to, subject, text, html }: Envelope): Promise<void> {
    const { outbox, ids, clock } = this.tools;
    await outbox.add({ id: ids.next(), kind: 'mail', recipient: to, subject, body: text, html, at: clock.now() });
  }

  async check(): Promise<void> {
    await this.tools.outbox.list();
  }

  close(): void {
    // nothing is open
  }
}
