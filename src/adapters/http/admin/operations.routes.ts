import type { z } from 'zod';

import * as contract from '../../../contract/operations.ts';
import * as debugLogs from '../../../contract/debug-logs.ts';
import { OwnUsageMail } from '../../../domain/accounts/admin-mails/own-usage-mail.ts';
import { FileRepository } from '../../../domain/files/ports/file-repository.ts';
import { CheckHealth, type HealthStatus } from '../../../domain/operations/check-health.ts';
import { type ServerEventQuery, type StoredServerEvent, ServerEventStore } from '../../../domain/operations/ports.ts';
import { GetUsageOverview } from '../../../domain/operations/get-usage-overview.ts';
import { download } from '../streaming/download.ts';
import type { Mount } from '../mount.ts';
import { toIso } from '../presenters.ts';
import type { Handlers } from '../handlers.ts';

export const operationsHandlers = {
  serverEvents: ServerEventStore,
  getUsageOverview: GetUsageOverview,
  checkHealth: CheckHealth,
  files: FileRepository,
  ownUsageMail: OwnUsageMail,
};

export type OperationsHandlers = Handlers<typeof operationsHandlers>;

const EXPORT_PAGE_SIZE = 500;

const presentEvent = ({
  at,
  id,
  level,
  kind,
  uid,
  maskedEmail,
  detail,
}: StoredServerEvent): z.input<typeof debugLogs.logEntry> => ({
  id,
  time: toIso(at),
  level,
  kind,
  uid,
  maskedEmail,
  detail,
});

const presentHealth = ({ checkedAt, ...health }: HealthStatus) => ({
  ...health,
  checkedAt: checkedAt === null ? null : toIso(checkedAt),
});

/** An empty filter is none. */
const emptyToUndefined = <T extends string>(value: T | ''): T | undefined => (value === '' ? undefined : value);

/** Every stored event, one JSON object per line. */
async function* eventLines(
  log: ServerEventStore,
  filter: Omit<ServerEventQuery, 'limit' | 'since' | 'before'>,
): AsyncGenerator<string, void> {
  for (let before: string | undefined; ;) {
    const page = await log.list({ ...filter, limit: EXPORT_PAGE_SIZE, before });
    if (page.length > 0) yield page.map((event) => `${JSON.stringify(presentEvent(event))}\n`).join('');
    if (page.length < EXPORT_PAGE_SIZE) return;
    before = page.at(-1)?.id;
  }
}

/** Server events, overview and connection tests. */
export const operationsRoutes = (mount: Mount, handlers: OperationsHandlers): void => {
  mount(debugLogs.debugLogs, async ({ query: { level, kind, ...page } }) => {
    const events = await handlers.serverEvents.list({
      ...page,
      level: emptyToUndefined(level),
      kind: emptyToUndefined(kind),
    });
    return { logs: events.map(presentEvent) };
  });
  mount(debugLogs.exportDebugLogs, async ({ query: { level, kind, ...filter }, ctx }) =>
    download(
      ctx,
      eventLines(handlers.serverEvents, {
        ...filter,
        level: emptyToUndefined(level),
        kind: emptyToUndefined(kind),
      }),
      { name: 'parley-events.jsonl', type: 'application/x-ndjson' },
    ),
  );
  mount(contract.overview, async ({ query: { days } }) => {
    const { models, days: byDay, ...totals } = await handlers.getUsageOverview.execute(days);
    return {
      ...totals,
      days: [...byDay],
      models: models.map(({ daily, ...model }) => ({ ...model, daily: [...daily] })),
    };
  });
  mount(contract.getEmbeddingBacklog, async () => {
    const { pending, failing } = await handlers.files.getEmbeddingBacklog();
    return { pending, failing: failing && { ...failing, since: toIso(failing.since) } };
  });
  mount(contract.getHealth, async () => ({ needs: (await handlers.checkHealth.list()).map(presentHealth) }));
  mount(contract.getOwnUsageMail, ({ principal }) => handlers.ownUsageMail.get(principal.user));
  mount(contract.setOwnUsageMail, ({ principal, body }) => handlers.ownUsageMail.set(principal.user, body.receives));
  mount(contract.sendUsageMail, ({ principal }) => handlers.ownUsageMail.sendNow(principal.user));
  mount(contract.testConnection, async ({ params: { need } }) => {
    const { health, tookMs } = await handlers.checkHealth.test(need);
    return { health: presentHealth(health), tookMs };
  });
};
