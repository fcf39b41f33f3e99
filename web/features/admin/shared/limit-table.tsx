import type { ReactNode } from 'react';

import type { NumberRange } from '../../../../src/shared/settings/fields.ts';
import type { Tier } from '../../../../src/shared/tiers.ts';
import { DataTable } from '../../../ui/display/data-table.tsx';
import { OriginLabel } from '../config/config-form.tsx';
import { useTierName } from './labels.ts';
import { useLimitTranslations, type LimitTextKey } from './limit-texts.ts';

type Group = Tier | 'unverified';

interface Control {
  readonly label: string;
  readonly hideLabel: true;
  readonly range: NumberRange;
  readonly value: number;
  readonly onValue: (value: number) => void;
}

interface Column<Field extends string> {
  readonly field: Field;
  readonly head: LimitTextKey;
  readonly label: LimitTextKey;
  readonly range: NumberRange;
}

interface LimitTableProps<G extends Group, Field extends string> {
  readonly label: string;
  readonly groups: readonly G[];
  readonly columns: readonly Column<Field>[];
  readonly limits: Readonly<Record<G, Readonly<Record<Field, number>>>>;
  readonly originPath: (group: G) => readonly string[];
  readonly onChange: (limits: Record<G, Record<Field, number>>) => void;
  readonly control: (control: Control) => ReactNode;
}

/** Limits by tier: a row for each group of accounts, a column for each limit. */
export const LimitTable = <G extends Group, Field extends string>(props: LimitTableProps<G, Field>) => {
  const { label, groups, columns, limits, originPath, onChange, control } = props;
  const t = useLimitTranslations();
  const tierName = useTierName();
  return (
    <DataTable label={label} head={[t('tier'), ...columns.map(({ head }) => t(head)), t('origin')]}>
      {groups.map((group) => {
        const tier = group === 'unverified' ? t('unverified') : tierName(group);
        return (
          <tr key={group}>
            <th scope="row">{tier}</th>
            {columns.map(({ field, head, label: cellLabel, range }) => (
              <td key={field} data-head={t(head)} data-wide={columns.length === 1 || undefined}>
                {control({
                  label: t(cellLabel, { tier }),
                  hideLabel: true,
                  range,
                  value: limits[group][field],
                  onValue: (value) => onChange({ ...limits, [group]: { ...limits[group], [field]: value } }),
                })}
              </td>
            ))}
            <td data-wide>
              <OriginLabel path={originPath(group)} />
            </td>
          </tr>
        );
      })}
    </DataTable>
  );
};
