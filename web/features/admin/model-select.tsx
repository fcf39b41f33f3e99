import type { ControlProps } from '../../ui/field.tsx';
import { Select } from '../../ui/text-input.tsx';
import { useKnownModels } from './use-known-models.ts';

interface ModelSelectProps extends Partial<ControlProps> {
  readonly value: string;
  readonly onValue: (id: string) => void;
  /** The word for no model of its own, where that is possible. */
  readonly none?: string;
}

/** One of the models there are. A set one that is unknown by now stays in the list, so that looking at it changes nothing. */
export const ModelSelect = ({ value, onValue, none, ...control }: ModelSelectProps) => {
  const known = useKnownModels();
  const isKnown = value === '' || known.some(({ id }) => id === value);
  return (
    <Select {...control} value={value} onText={onValue}>
      {none === undefined ? null : <option value="">{none}</option>}
      {isKnown ? null : <option value={value}>{value}</option>}
      {known.map(({ id, displayName }) => (
        <option key={id} value={id}>
          {displayName === id ? id : `${displayName} (${id})`}
        </option>
      ))}
    </Select>
  );
};
