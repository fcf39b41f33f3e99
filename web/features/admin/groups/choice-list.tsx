import { useState } from 'react';

import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { SwitchRow } from '../shared/form-row.tsx';
import { useGroupsTranslations } from './groups-texts.ts';
import styles from './groups.module.css';

export interface Choice<T extends string> {
  readonly id: T;
  readonly name: string;
}

interface ChoiceListProps<T extends string> {
  readonly label: string;
  readonly note: string;
  readonly choices: readonly Choice<T>[];
  /** Null: as the plan. */
  readonly value: readonly T[] | null;
  readonly onValue: (value: readonly T[] | null) => void;
}

/** More choices than this get a box to find them, and are drawn only in part. */
const MAX_DRAWN = 40;

const matching = <T extends string>(choices: readonly Choice<T>[], text: string): readonly Choice<T>[] => {
  const wanted = text.trim().toLowerCase();
  return choices.filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(wanted));
};

/** The list alone, for what always has one. */
export const Choices = <T extends string>({ label, choices, value, onValue }: Omit<ChoiceListProps<T>, 'note'>) => {
  const t = useGroupsTranslations();
  const [search, setSearch] = useState('');
  const chosen = value ?? [];
  const unknown = chosen.filter((id) => !choices.some((choice) => choice.id === id)).map((id) => ({ id, name: id }));
  const [first] = useState(chosen);
  const all = [...unknown, ...choices].toSorted((a, b) => Number(first.includes(b.id)) - Number(first.includes(a.id)));
  const found = matching(all, search);
  const toggle = (id: T, on: boolean): void => onValue(on ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <div className={styles['choices']}>
      {all.length > MAX_DRAWN ? (
        <TextInput
          type="search"
          aria-label={t('filterOf', { label })}
          placeholder={t('filter')}
          value={search}
          onText={setSearch}
        />
      ) : null}
      <ul aria-label={label}>
        {found.slice(0, MAX_DRAWN).map(({ id, name }) => (
          <li key={id}>
            <Checkbox checked={chosen.includes(id)} onChange={(on) => toggle(id, on)}>
              <bdi>{name}</bdi>
            </Checkbox>
          </li>
        ))}
      </ul>
      {found.length > MAX_DRAWN ? (
        <p className={styles['note']}>{t('moreChoices', { count: found.length - MAX_DRAWN })}</p>
      ) : null}
    </div>
  );
};

/** A list of what members may use, or what their plan gives. */
export const ChoiceList = <T extends string>(props: ChoiceListProps<T>) => {
  const { label, note, value, onValue } = props;
  return (
    <div>
      <SwitchRow label={label} note={note} checked={value !== null} onChange={(on) => onValue(on ? [] : null)} />
      {value === null ? null : <Choices {...props} />}
    </div>
  );
};
