import type { z } from 'zod';

import * as contract from '../../../contract/audit.ts';
import { CheckAudit } from '../../../domain/audit/check-audit.ts';
import type { AuditEntry } from '../../../domain/audit/entry.ts';
import { type AuditFilter, ExportAudit } from '../../../domain/audit/export-audit.ts';
import { AuditStore } from '../../../domain/audit/ports.ts';
import type { Handlers } from '../handlers.ts';
import type { Mount } from '../mount.ts';
import { toIso } from '../presenters.ts';
import { download } from '../streaming/download.ts';

export const auditHandlers = { auditStore: AuditStore, exportAudit: ExportAudit, checkAudit: CheckAudit };

export type AuditHandlers = Handlers<typeof auditHandlers>;

type Answer = z.input<typeof contract.listAudit.reply>;
type Details = Answer['entries'][number]['details'];

/** Somebody may have changed the text in the database. */
const parseDetails = (text: string): Details => {
  try {
    const parsed: unknown = JSON.parse(text);
    return contract.listAudit.reply.shape.entries.element.shape.details.catch({}).parse(parsed);
  } catch {
    return {};
  }
};

const presentEntry = ({
  at,
  actor,
  actorLabel,
  target,
  targetLabel,
  details,
  ...entry
}: AuditEntry): Answer['entries'][number] => ({
  sequence: entry.sequence,
  time: toIso(at),
  actor: { kind: actor.kind, uid: actor.uid, label: actorLabel },
  way: entry.way,
  address: entry.address,
  action: entry.action,
  target: target && { kind: target.kind, id: target.id, label: targetLabel },
  outcome: entry.outcome,
  details: parseDetails(details),
  hash: entry.hash,
});

const toMs = (time: string | undefined): number | undefined => (time === undefined ? undefined : Date.parse(time));

const toFilter = ({
  from,
  to,
  person,
  action,
  outcome,
  text,
}: Omit<z.output<typeof contract.exportAudit.query>, 'format'>): AuditFilter => ({
  from: toMs(from),
  to: toMs(to),
  person,
  action: action || undefined,
  outcome: outcome || undefined,
  text,
});

const FILES = {
  csv: { name: 'parley-audit.csv', type: 'text/csv' },
  jsonl: { name: 'parley-audit.jsonl', type: 'application/x-ndjson' },
} as const;

/** The audit log: read, exported and verified. */
export const auditRoutes = (mount: Mount, handlers: AuditHandlers): void => {
  mount(contract.listAudit, async ({ query: { limit, before, ...filters } }) => {
    const page = await handlers.auditStore.list({ ...toFilter(filters), limit, before });
    return { entries: page.entries.map(presentEntry), next: page.next };
  });
  mount(contract.exportAudit, async ({ query, ctx }) =>
    download(ctx, await handlers.exportAudit.start(query.format, toFilter(query)), FILES[query.format]),
  );
  mount(contract.verifyAudit, async () => handlers.checkAudit.execute());
};
