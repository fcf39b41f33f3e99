import type { AuditEntry } from '../../domain/audit/entry.ts';
import { entryJson } from '../../domain/audit/entry-fields.ts';
import { CollectorRefused } from '../../domain/audit/errors.ts';
import type { AuditCollector } from '../../domain/audit/ports.ts';
import { vendorFetch } from '../../platform/vendor-fetch.ts';

const TIMEOUT_MS = 30_000;

/** Sends entries as JSON lines to an address that answers 2xx once it has stored them. */
export class HttpCollector implements AuditCollector {
  constructor(
    private readonly url: string,
    private readonly token: string | undefined,
  ) {}

  async send(entries: readonly AuditEntry[], signal: AbortSignal): Promise<void> {
    const response = await vendorFetch(this.url, TIMEOUT_MS, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-ndjson',
        ...(this.token === undefined ? {} : { Authorization: `Bearer ${this.token}` }),
      },
      body: entries.map((entry) => `${entryJson(entry)}\n`).join(''),
      signal,
    });
    await response.body?.cancel();
    if (!response.ok) throw new CollectorRefused(response.status);
  }
}
