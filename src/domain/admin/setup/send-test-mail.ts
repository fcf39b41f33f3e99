import type { Language } from '../../../shared/languages.ts';
import type { DirectMailer, Site } from '../../accounts/ports.ts';
import type { ErrorDescriber } from '../../operations/ports.ts';
import { NoMailAddress } from './errors.ts';
import type { CompleteSetupStep } from './setup-progress.ts';

interface Recipient {
  readonly email: string | null;
  readonly language: Language | null;
}

interface TestMailResult {
  readonly sentTo: string | null;
  readonly detail: string;
}

/** Sends a mail to the admin who asks. */
export class SendTestMail {
  constructor(
    private readonly mailer: DirectMailer,
    private readonly site: Site,
    private readonly errorDescriber: ErrorDescriber,
    private readonly completeStep: CompleteSetupStep,
  ) {}

  /** A failure is a result, described without secrets. Throws `NoMailAddress`. */
  async execute({ email: to, language }: Recipient): Promise<TestMailResult> {
    if (to === null) throw new NoMailAddress();
    try {
      await this.mailer.send({ kind: 'test', to, link: this.site.url, language });
    } catch (error) {
      return { sentTo: null, detail: this.errorDescriber.describe(error) };
    }
    await this.completeStep.execute('mail');
    return { sentTo: to, detail: '' };
  }
}
