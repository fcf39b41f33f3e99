import { DirectMailer, type EmailMessage } from '../../domain/accounts/ports.ts';
import type { AuditContext } from '../../domain/audit/ports.ts';
import { renderEmail } from './email-templates.ts';
import type { MailTransport } from './provider.ts';

/**
 * Renders the product's mails and hands them to the transport; in the language of the page that asks
 * where the account has none.
 */
export class TemplateMailer extends DirectMailer {
  constructor(
    private readonly transport: MailTransport,
    private readonly context: Pick<AuditContext, 'language'>,
    /** The operator's name of the product. */
    private readonly product: string,
  ) {
    super();
  }

  send(message: EmailMessage): Promise<void> {
    const language = message.language ?? this.context.language() ?? 'en';
    return this.transport.send(renderEmail({ ...message, language }, this.product));
  }
}
