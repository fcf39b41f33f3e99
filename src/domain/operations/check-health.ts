import { SERVICE_FAILURES } from '../../shared/service-failures.ts';
import type { Clock } from '../kernel/ports.ts';
import { UnknownHealthCheck } from './errors.ts';
import type { ErrorDescriber, HealthCheck, HealthChecks } from './ports.ts';

export interface HealthStatus {
  readonly need: string;
  readonly label: string;
  readonly adapter: string;
  readonly state: 'ok' | 'failing' | 'sandbox' | 'off' | 'unknown';
  readonly detail: string;
  readonly checkedAt: number | null;
}

type Outcome = Pick<HealthStatus, 'state' | 'detail' | 'checkedAt'>;

const CHECK_TIMEOUT_MS = 10_000;

const initialOutcome = ({ mode }: HealthCheck): Outcome => {
  if (mode === 'off') return { state: 'off', detail: 'Not set up', checkedAt: null };
  if (mode === 'sandbox') return { state: 'sandbox', detail: 'Nothing leaves this server', checkedAt: null };
  return { state: 'unknown', detail: 'Not tested since the start', checkedAt: null };
};

/** Health of this process's connections. */
export class CheckHealth {
  private readonly outcomes = new Map<string, Outcome>();

  constructor(
    private readonly checks: HealthChecks,
    private readonly errorDescriber: ErrorDescriber,
    private readonly clock: Clock,
  ) {}

  /** Results of the last tests; only local checks are run. */
  async list(): Promise<readonly HealthStatus[]> {
    for (const { need, isLocal, mode } of this.checks.all()) if (isLocal && mode !== 'off') await this.test(need);
    return this.checks.all().map((check) => this.toStatus(check));
  }

  /**
   * Makes a real call with a timeout of ten seconds. A failure is a result, not an error. Throws `UnknownHealthCheck`.
   */
  async test(need: string): Promise<{ readonly health: HealthStatus; readonly tookMs: number }> {
    const check = this.checks.all().find((one) => one.need === need);
    if (!check) throw new UnknownHealthCheck();
    const startedAt = this.clock.now();
    if (check.mode !== 'off') this.outcomes.set(need, await this.runCheck(check));
    return { health: this.toStatus(check), tookMs: this.clock.now() - startedAt };
  }

  private toStatus(check: HealthCheck): HealthStatus {
    const { need, label, adapter } = check;
    return { need, label, adapter, ...(this.outcomes.get(need) ?? initialOutcome(check)) };
  }

  private async runCheck(check: HealthCheck): Promise<Outcome> {
    const timeout = new AbortController();
    const done = new AbortController();
    const timer = this.clock.sleep(CHECK_TIMEOUT_MS, done.signal).then(() => {
      timeout.abort();
      return undefined;
    });
    try {
      const detail = await Promise.race([check.check(timeout.signal), timer]);
      if (detail === undefined)
        return { state: 'failing', detail: SERVICE_FAILURES.answerSlow, checkedAt: this.clock.now() };
      return { state: check.mode === 'sandbox' ? 'sandbox' : 'ok', detail, checkedAt: this.clock.now() };
    } catch (error) {
      return { state: 'failing', detail: this.errorDescriber.describe(error), checkedAt: this.clock.now() };
    } finally {
      done.abort();
    }
  }
}
