import { type EmailMessage, Mailer } from '../../domain/accounts/ports.ts';
import { renderEmail } from './email-templates.ts';
import type { MailTransport } from './provider.ts';

/** Renders the product's mails and hands them to the transport. */
export class TemplateMailer extends Mailer {
  constructor(private readonly transport: MailTransport) {
    super();
  }

  send(message: EmailMessage): Promise<void> {
    return this.transport.send(renderEmail(message));
  }
}
