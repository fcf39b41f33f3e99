import { type EmailMessage, Mailer } from '../../domain/accounts/ports.ts';
import { renderEmail } from './email-templates.ts';
import type { MailTransport } from './provider.ts';

/** Renders the product's mails and hands them to the transport. */
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
