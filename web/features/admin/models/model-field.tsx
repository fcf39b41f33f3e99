import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';

import { SelectField, type SelectGroup, type SelectOption } from '../../../ui/forms/text-input.tsx';
import { OriginLabel } from '../config/config-form.tsx';
import { useLimitTranslations } from '../shared/limit-texts.ts';
import { findModels, useAvailableModels, type AvailableModel } from './use-available-models.ts';

interface ModelFieldProps {
  readonly label: string;
  /** Of the value in its configuration. */
  readonly path: readonly string[];
  readonly value: string;
  readonly onValue: (id: string) => void;
  /** The option for no model, where that is allowed. */
  readonly emptyLabel?: string;
  /** Only models with these words, and the one that is chosen. */
  readonly filter?: string;
}

/** A longer list is drawn once somebody is about to open it: a page has many such fields. */
const MAX_DRAWN = 12;

const toOption = ({ id, displayName }: AvailableModel): SelectOption => [
  id,
  displayName === id ? id : `${displayName} (${id})`,
];

const groupByMaker = (models: readonly AvailableModel[], others: string): readonly SelectGroup[] => {
  const groups = new Map<string, SelectOption[]>();
  for (const model of models) {
    const maker = model.maker || others;
    const group = groups.get(maker);
    if (group) group.push(toOption(model));
    else groups.set(maker, [toOption(model)]);
  }
  return [...groups].map(([label, options]) => ({ label, options }));
};

/** Draws all options before the browser shows them. */
const useDrawnOnUse = () => {
  const [isDrawn, setDrawn] = useState(false);
  const draw = (): void => flushSync(() => setDrawn(true));
  return { isDrawn, events: { onPointerDown: draw, onFocus: draw, onBlur: () => setDrawn(false) } };
};

/**
 * Selects an available model, by maker. A value that is no longer available stays in the list, so that opening the form
 * changes nothing.
 */
export const ModelField = ({ label, path, value, onValue, emptyLabel, filter = '' }: ModelFieldProps) => {
  const t = useLimitTranslations();
  const models = useAvailableModels();
  const { isDrawn, events } = useDrawnOnUse();
  const found = useMemo(() => findModels(models, filter), [models, filter]);
  const drawn = isDrawn || found.length <= MAX_DRAWN ? found : [];
  const isDrawnValue = value === '' || drawn.some(({ id }) => id === value);
  const chosen = models.find(({ id }) => id === value) ?? { id: value, displayName: value };
  const groups = groupByMaker(drawn, t('otherModels'));
  return (
    <SelectField
      {...events}
      label={label}
      hint={<OriginLabel path={path} />}
      value={value}
      onText={onValue}
      options={[
        ...(emptyLabel === undefined ? [] : [['', emptyLabel] as const]),
        ...(isDrawnValue ? [] : [toOption(chosen)]),
        ...(groups.length > 1 ? [] : drawn.map(toOption)),
      ]}
      groups={groups.length > 1 ? groups : []}
    />
  );
};
