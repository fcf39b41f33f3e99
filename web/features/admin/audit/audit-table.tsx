import { Badge } from '../../../ui/display/badge.tsx';
import { DataTable } from '../../../ui/display/data-table.tsx';
import { Disclosure } from '../../../ui/display/disclosure.tsx';
import { AccountId } from '../shared/account-id.tsx';
import { dateFormat } from '../shared/intl.ts';
import type { AuditEntry } from './audit-api.ts';
import { actionLabel, useAuditTranslations, wayLabel } from './audit-texts.ts';
import styles from './audit.module.css';

const TIME_FORMAT = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
} as const;

type Details = AuditEntry['details'];
type Value = Details[string] | undefined;

const isList = (value: Value): value is readonly Value[] & Value => Array.isArray(value);
const isFacts = (value: Value): value is Details => typeof value === 'object' && value !== null && !isList(value);

const toText = (value: Value): string => {
  if (value === undefined || value === null) return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

interface Change {
  readonly field: string;
  readonly from: Value;
  readonly to: Value;
}

const keysOf = (value: Value): readonly string[] => (isFacts(value) ? Object.keys(value) : []);
const fieldOf = (value: Value, key: string): Value => (isFacts(value) ? value[key] : value);

/** The values before and after: a list of fields, or two values with fields of their own. */
const changesOf = ({ changes, from, to }: Details): readonly Change[] => {
  if (changes !== undefined && isList(changes))
    return changes.flatMap((change) =>
      isFacts(change) ? [{ field: toText(change['field']), from: change['from'], to: change['to'] }] : [],
    );
  if (from === undefined && to === undefined) return [];
  const keys = [...new Set([...keysOf(from), ...keysOf(to)])];
  return keys.length === 0
    ? [{ field: '', from, to }]
    : keys.map((key) => ({ field: key, from: fieldOf(from, key), to: fieldOf(to, key) }));
};

const Changes = ({ changes }: { readonly changes: readonly Change[] }) => {
  const t = useAuditTranslations();
  if (changes.length === 0) return null;
  return (
    <table className={styles['changes']}>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, from, to }, at) => (
          <tr key={at}>
            <th scope="row" dir="ltr">
              {field}
            </th>
            <td dir="auto">{toText(from)}</td>
            <td dir="auto">{toText(to)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const SHOWN_APART = ['changes', 'from', 'to', 'reason'];

/** What an entry says beside its row. */
const EntryDetails = ({ entry }: { readonly entry: AuditEntry }) => {
  const t = useAuditTranslations();
  const { details, sequence, way, address, hash } = entry;
  const more = Object.entries(details).filter(([name]) => !SHOWN_APART.includes(name));
  const facts = [
    [t('number'), String(sequence)],
    [t('way'), t(wayLabel(way))],
    ...(address === null ? [] : [[t('address'), address] as const]),
    ...(details['reason'] === undefined ? [] : [[t('reason'), toText(details['reason'])] as const]),
    ...more.map(([name, value]) => [name, toText(value)] as const),
    [t('hash'), hash],
  ] as const;
  return (
    <Disclosure className={styles['details']} summary={t('headDetails')}>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <Changes changes={changesOf(details)} />
    </Disclosure>
  );
};

const Account = ({ label, id }: { readonly label: string | null; readonly id: string | null }) => (
  <>
    <span dir="ltr">{label ?? id ?? ''}</span>
    {label !== null && id !== null ? <AccountId id={id} /> : null}
  </>
);

const EntryRow = ({ entry }: { readonly entry: AuditEntry }) => {
  const t = useAuditTranslations();
  const { time, actor, action, target, outcome } = entry;
  return (
    <tr>
      <td className={styles['time']} data-head={t('headTime')}>
        <time dateTime={time}>{dateFormat(TIME_FORMAT).format(new Date(time))}</time>
      </td>
      <td className={styles['who']} data-head={t('headWho')}>
        {actor.kind === 'user' ? <Account label={actor.label} id={actor.uid} /> : t(actor.kind)}
      </td>
      <td data-head={t('action')}>
        {t(actionLabel(action))} {outcome === 'refused' ? <Badge tone="warning">{t('refused')}</Badge> : null}
      </td>
      <td className={styles['who']} data-head={t('headTarget')}>
        {target ? <Account label={target.label} id={target.id} /> : '–'}
      </td>
      <td data-wide>
        <EntryDetails entry={entry} />
      </td>
    </tr>
  );
};

export const AuditTable = ({ entries, busy }: { readonly entries: readonly AuditEntry[]; readonly busy: boolean }) => {
  const t = useAuditTranslations();
  return (
    <DataTable
      label={t('entries')}
      busy={busy}
      head={[t('headTime'), t('headWho'), t('action'), t('headTarget'), t('headDetails')]}
    >
      {entries.map((entry) => (
        <EntryRow key={entry.sequence} entry={entry} />
      ))}
    </DataTable>
  );
};
