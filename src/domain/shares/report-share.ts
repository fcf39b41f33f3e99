import type { Captcha } from '../accounts/ports.ts';
import type { Clock, Quotas, Secrets, UnitOfWork } from '../kernel/ports.ts';
import type { ReportReason } from '../../shared/share-reports.ts';
import { ShareNotFound, ShareTakenDown, TooManyReports } from './errors.ts';
import type { ShareModeration, ShareRepository } from './ports.ts';
import { isShareToken } from './share-token.ts';

const HOUR_MS = 3_600_000;
/** Per network address and hour. */
const MAX_TRIES = 30;

export interface ReportShareDeps {
  readonly shares: ShareRepository;
  readonly moderation: ShareModeration;
  readonly captcha: Captcha;
  readonly quotas: Quotas;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly work: UnitOfWork;
}

export interface ReportInput {
  readonly token: string;
  readonly reason: ReportReason;
  readonly text?: string | undefined;
  readonly captchaToken?: string | undefined;
  /** Network address of the reporter. */
  readonly address: string;
}

/**
 * Anybody's report of a shared page. Attempts are counted before anything is looked up. A second report of the same
 * address changes nothing and is answered like the first. Throws `TooManyReports`, `CaptchaRequired`,
 * `ShareNotFound`, `ShareTakenDown`.
 */
export class ReportShare {
  /** `triesWithoutCaptcha`: per network address and hour. */
  constructor(
    private readonly deps: ReportShareDeps,
    private readonly triesWithoutCaptcha: number,
  ) {}

  async execute({ token, reason, text = '', captchaToken, address }: ReportInput): Promise<void> {
    const { shares, moderation, captcha, secrets, clock, work } = this.deps;
    if ((await this.countTry(address)) > this.triesWithoutCaptcha)
      await captcha.requireSolved(captchaToken, 'Report failed');
    const found = isShareToken(token) ? await shares.find(secrets.digest(token)) : undefined;
    if (!found) throw new ShareNotFound();
    const { id, takenDownAt } = found.share;
    if (takenDownAt !== null) throw new ShareTakenDown();
    // With the share's id in it, nobody can tell which pages one address has reported.
    const reporterDigest = secrets.fingerprint(`share-report\0${id}\0${address}`);
    await work.run(async () => {
      await moderation.addReport(id, { reason, text: text.trim(), at: clock.now(), reporterDigest });
    });
  }

  private async countTry(address: string): Promise<number> {
    const { quotas, secrets, clock } = this.deps;
    const hour = Math.floor(clock.now() / HOUR_MS);
    const [subject, period] = [`share-report:${secrets.fingerprint(address)}`, `hour:${hour}`];
    const reserved = await quotas.reserve([{ subject, period, limit: MAX_TRIES }]);
    if ('refused' in reserved) throw new TooManyReports((hour + 1) * HOUR_MS - clock.now());
    await quotas.settle(reserved.id, 'charged');
    return quotas.getUsed(subject, period);
  }
}
