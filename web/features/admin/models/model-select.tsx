import type { ControlProps } from '../../../ui/forms/field.tsx';
import { Select } from '../../../ui/forms/text-input.tsx';
import { useAvailableModels } from './use-available-models.ts';

interface ModelSelectProps extends Partial<ControlProps> {
  readonly value: string;
  readonly onValue: (id: string) => void;
  /** The word for no model of its own, where that is possible. */
  readonly emptyLabel?: string;
}

/** One of the models there are. A set one that is unknown by now stays in the list, so that looking at it changes nothing. */
export const ModelSelect = ({ value, onValue, emptyLabel, ...control }: ModelSelectProps) => {
  const models = useAvailableModels();
  const isAvailable = value === '' || models.some(({ id }) => id === value);
  return (
    <Select {...control} value={value} onText={onValue}>
      {emptyLabel === undefined ? null : <option value="">{emptyLabel}</option>}
      {isAvailable ? null : <option value={value}>{value}</option>}
      {models.map(({ id, displayName }) => (
        <option key={id} value={id}>
          {displayName === id ? id : `${displayName} (${id})`}
        </option>
      ))}
    </Select>
  );
};
