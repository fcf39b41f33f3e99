import { z } from 'zod';

import { TextMessages } from '../../domain/accounts/ports.ts';
import { smsProvider, type SmsDeps } from './provider.ts';

/** Sends nothing: codes appear on the page /sandbox. */
export const sandboxSms = smsProvider({
  id: 'sandbox',
  label: 'sandbox (codes are shown at /sandbox)',
  settings: z.object({}),
  isSandbox: true,
  connect: (_, deps) => new OutboxTextMessages(deps),
});

class OutboxTextMessages extends TextMessages {
  readonly isSandbox = true;

  constructor(private readonly deps: SmsDeps) {
    super();
  }

  async send(to: string, text: string): Promise<void> {
    const { outbox, ids, clock } = this.deps;
    await outbox.add({
      id: ids.next(),
      kind: 'sms',
      recipient: to,
      subject: 'Text message',
      body: text,
      html: null,
      at: clock.now(),
    });
  }

  async check(): Promise<void> {
    await this.deps.outbox.list();
  }
}
