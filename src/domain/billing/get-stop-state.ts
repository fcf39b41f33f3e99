import { formatServiceReport, SERVICE_REPORTS } from '../../shared/service-reports.ts';
import { StopsWait } from './errors.ts';
import type { PlanStops } from './ports/plan-stops.ts';

const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Whether a subscription of a suspended or deleted account could not be ended yet, in a line for the admin. */
export class GetStopState {
  constructor(private readonly stops: PlanStops) {}

  /** Throws `StopsWait`. */
  async execute(): Promise<string> {
    const { count, since } = await this.stops.countFailing();
    if (since === null) return SERVICE_REPORTS.nothingWaits;
    throw new StopsWait(
      formatServiceReport(count === 1 ? 'oneStopWaits' : 'stopsWait', { count, time: timeOf(since) }),
    );
  }
}
