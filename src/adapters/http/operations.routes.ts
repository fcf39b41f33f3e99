import type { z } from 'zod';

import * as contract from '../../contract/admin-people.ts';
import type { CheckHealth, Health } from '../../domain/operations/check-health.ts';
import type { EventQuery, LoggedEvent, ServerEventLog } from '../../domain/operations/ports.ts';
import type { ReadOverview } from '../../domain/operations/read-overview.ts';
import { download } from './download.ts';
import type { Mount } from './mount.ts';
import { iso } from './present.ts';

export interface OperationsUses {
  readonly eventLog: ServerEventLog;
  readonly readOverview: ReadOverview;
  readonly checkHealth: CheckHealth;
}

const LINES_AT_ONCE = 500;

const presentEvent = ({
  at,
  id,
  level,
  kind,
  uid,
  maskedEmail,
  detail,
}: LoggedEvent): z.input<typeof contract.logEntry> => ({ id, time: iso(at), level, kind, uid, maskedEmail, detail });

const presentHealth = ({ checkedAt, ...health }: Health) => ({
  ...health,
  checkedAt: checkedAt === null ? null : iso(checkedAt),
});

/** An empty filter is none. */
const chosen = <T extends string>(value: T | ''): T | undefined => (value === '' ? undefined : value);

/** Everything that is kept, one JSON object a line. */
async function* lines(log: ServerEventLog, filter: Pick<EventQuery, 'level' | 'kind'>): AsyncGenerator<string, void> {
  for (let before: string | undefined; ;) {
    const page = await log.read({ ...filter, limit: LINES_AT_ONCE, before });
    if (page.length > 0) yield page.map((event) => `${JSON.stringify(presentEvent(event))}\n`).join('');
    if (page.length < LINES_AT_ONCE) return;
    before = page.at(-1)?.id;
  }
}

/** What admins look at: the event log, the overview, the connections. */
export const operationsRoutes = (mount: Mount, use: OperationsUses): void => {
  mount(contract.debugLogs, async ({ query: { level, kind, limit, since } }) => {
    const events = await use.eventLog.read({ limit, level: chosen(level), kind: chosen(kind), since });
    return { logs: events.map(presentEvent) };
  });
  mount(contract.exportDebugLogs, async ({ query: { level, kind }, ctx }) =>
    download(ctx, lines(use.eventLog, { level: chosen(level), kind: chosen(kind) }), {
      name: 'parley-events.jsonl',
      type: 'application/x-ndjson',
    }),
  );
  mount(contract.overview, async ({ query: { days } }) => {
    const { models, days: byDay, ...told } = await use.readOverview.execute(days);
    return {
      ...told,
      days: [...byDay],
      models: models.map(({ daily, ...model }) => ({ ...model, daily: [...daily] })),
    };
  });
  mount(contract.readHealth, async () => ({ needs: use.checkHealth.read().map(presentHealth) }));
  mount(contract.testConnection, async ({ params: { need } }) => {
    const { health, tookMs } = await use.checkHealth.test(need);
    return { health: presentHealth(health), tookMs };
  });
};
