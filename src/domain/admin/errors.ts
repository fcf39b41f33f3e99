import { DomainError, fixedError } from '../kernel/domain-error.ts';
import type { Json } from '../kernel/json.ts';
import type { ConfigEntry } from './ports.ts';

const iso = (at: number): string => new Date(at).toISOString();

const toEntryDetails = ({ version, by, at, reason, changes }: ConfigEntry): Json => ({
  version,
  by: by.uid,
  byName: by.name,
  at: iso(at),
  reason,
  changes: changes.map(({ path, from = null, to = null }) => ({ path, from, to })),
});

/** Another admin saved first. The details list their changes, so that none is overwritten unseen. */
export class StaleConfig extends DomainError {
  readonly kind = 'conflict';
  override readonly code = 'CONFIG_CHANGED';

  /** `entries`: what was saved since the form was loaded, oldest first. */
  constructor(version: number, entries: readonly ConfigEntry[]) {
    const who = entries.at(-1)?.by.name;
    const subject = who === undefined ? 'This configuration has changed' : `${who} has changed this configuration`;
    super(`${subject} meanwhile`, { version, changes: entries.map(toEntryDetails) });
  }
}

export class VersionNotFound extends fixedError('not_found', 'There is no such version') {}
