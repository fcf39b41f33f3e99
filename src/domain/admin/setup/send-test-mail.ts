import type { Mailer, Site } from '../../accounts/ports.ts';
import type { ErrorDescriber } from '../../operations/ports.ts';
import { NoMailAddress } from './errors.ts';
import type { CompleteSetupStep } from './setup-progress.ts';

/** Sends a mail to the admin who asks. */
export class SendTestMail {
  constructor(
    private readonly mailer: Mailer,
    private readonly site: Site,
    private readonly errorDescriber: ErrorDescriber,
    private readonly completeStep: CompleteSetupStep,
  ) {}

  /** A failure is a result, described without secrets. Throws `NoMailAddress`. */
  async execute(to: string | null): Promise<{ readonly sentTo: string | null; readonly detail: string }> {
    if (to === null) throw new NoMailAddress();
    try {
      await this.mailer.send({ kind: 'test', to, link: this.site.url });
    } catch (error) {
      return { sentTo: null, detail: this.errorDescriber.describe(error) };
    }
    await this.completeStep.execute('mail');
    return { sentTo: to, detail: '' };
  }
}
