import { type EmailMessage, Mailer } from '../../domain/accounts/ports.ts';
import { renderEmail } from './email-templates.ts';
import type { MailTransport } from './provider.ts';

/** Writes the product's letters and gives them to whoever carries mails here. */
export class TemplateMailer extends Mailer {
  private readonly transport: MailTransport;

  constructor(transport: MailTransport) {
    super();
    this.transport = transport;
  }

  send(message: EmailMessage): Promise<void> {
    return this.transport.send(renderEmail(message));
  }
}
