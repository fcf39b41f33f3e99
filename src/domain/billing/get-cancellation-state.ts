import { formatServiceReport, SERVICE_REPORTS } from '../../shared/service-reports.ts';
import { CancellationsUnconfirmed } from './errors.ts';
import type { PlanCancellations } from './ports/plan-cancellations.ts';

const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Whether a subscription of a suspended or deleted account could not be ended yet, in a line for the admin. */
export class GetCancellationState {
  constructor(private readonly cancellations: PlanCancellations) {}

  /** Throws `CancellationsUnconfirmed`. */
  async execute(): Promise<string> {
    const { count, since } = await this.cancellations.countFailing();
    if (since === null) return SERVICE_REPORTS.nothingWaits;
    throw new CancellationsUnconfirmed(
      formatServiceReport(count === 1 ? 'oneCancellationWaits' : 'cancellationsWait', { count, time: timeOf(since) }),
    );
  }
}
