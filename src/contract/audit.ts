import { z } from 'zod';

import { AUDIT_ACTIONS, AUDIT_ACTORS, AUDIT_OUTCOMES, AUDIT_WAYS } from '../shared/audit.ts';
import { text, time } from './common.ts';
import { emptyObject, route } from './route.ts';

const outcome = z.enum(AUDIT_OUTCOMES);
const action = z.enum(AUDIT_ACTIONS);

const filters = {
  from: z.iso.datetime().optional().describe('Only entries at or after this time'),
  to: z.iso.datetime().optional().describe('Only entries before this time'),
  person: text(254).trim().default('').describe('Id or part of the masked address of who did it or whom it concerns'),
  action: z
    .union([action, z.literal('')])
    .default('')
    .describe('Only this action; empty: all'),
  outcome: z
    .union([outcome, z.literal('')])
    .default('')
    .describe('`done` or `refused`; empty: both'),
  text: text(200).trim().default('').describe('Part of details, target, network address or action'),
};

const entry = z.object({
  sequence: z.number().int().describe('Place in the chain, from 1'),
  time: time.describe('When it happened'),
  actor: z
    .object({
      kind: z.enum(AUDIT_ACTORS).describe('`stranger`: not signed in; `system`: this server or its operator'),
      uid: z.string().nullable().describe('Id of the account'),
      label: z.string().nullable().describe('Its masked address at that time'),
    })
    .describe('Who did it'),
  way: z.enum(AUDIT_WAYS).describe('The way in: a session, an API key, a password, …'),
  address: z.string().nullable().describe('Network address, as AUDIT_ADDRESSES has it stored'),
  action: action.describe('What was done, as `object.verb`'),
  target: z
    .object({
      kind: z.string().describe('`user`, `settings`, `share`, …'),
      id: z.string().describe('Id of the target'),
      label: z.string().nullable().describe('Masked address, if it is an account'),
    })
    .nullable()
    .describe('What it was done to; null: the actor, or nothing'),
  outcome: outcome.describe('`refused`: it was attempted and turned down'),
  details: z.record(z.string(), z.json()).describe('Small facts, such as values before and after'),
  hash: z.string().describe('SHA-256 of the entry and of the hash before it'),
});

/** Newest first. A page may be short and still have a next one: each examines a bounded number of entries. */
export const listAudit = route({
  method: 'get',
  path: '/api/admin/audit',
  summary: 'Who did what to what',
  access: 'auditor',
  query: z.strictObject({
    ...filters,
    limit: z.coerce.number().int().min(1).max(200).default(50).describe('Entries of a page'),
    before: z.coerce.number().int().min(1).optional().describe('`next` of the page before'),
  }),
  reply: z.object({
    entries: z.array(entry).describe('Newest first'),
    next: z.number().int().nullable().describe('Continues as `before`; null: nothing older matches'),
  }),
});

export const exportAudit = route({
  method: 'get',
  path: '/api/admin/audit/export',
  summary: 'The audit log as a file, newest first',
  access: 'auditor',
  freshProof: true,
  audit: ['audit.export'],
  query: z.strictObject({ ...filters, format: z.enum(['csv', 'jsonl']).default('csv').describe('CSV or JSON lines') }),
  reply: emptyObject,
  streams: true,
});

export const verifyAudit = route({
  method: 'post',
  path: '/api/admin/audit/verify',
  summary: 'Walk the chain of the audit log and find the first place where it does not hold',
  access: 'auditor',
  audit: ['audit.verify'],
  reply: z.object({
    checked: z.number().int().describe('How many entries are in order'),
    first: z.number().int().nullable().describe('The oldest entry'),
    head: z
      .object({ sequence: z.number().int().describe('Its place'), hash: z.string().describe('Its hash') })
      .describe('The newest entry in order: noted elsewhere, it proves later that nothing before it was removed'),
    fault: z
      .object({
        sequence: z.number().int().describe('The first entry that is not in order'),
        kind: z
          .enum(['gap', 'hash', 'seal', 'head', 'anchor'])
          .describe(
            '`gap`: entries are missing before it; `hash`: it was changed; `seal`: not written by this server; ' +
              '`head`: the newest are missing; `anchor`: the oldest were removed, and not by age',
          ),
      })
      .nullable()
      .describe('Null: the chain holds'),
  }),
});

export type AuditEntryRow = z.output<typeof entry>;
