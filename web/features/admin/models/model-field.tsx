import { SelectField } from '../../../ui/forms/text-input.tsx';
import { OriginLabel } from '../config/config-form.tsx';
import { useAvailableModels } from './use-available-models.ts';

interface ModelFieldProps {
  readonly label: string;
  /** Of the value in its configuration. */
  readonly path: readonly string[];
  readonly value: string;
  readonly onValue: (id: string) => void;
  /** The option for no model, where that is allowed. */
  readonly emptyLabel?: string;
}

/** Selects an available model. A value that is no longer available stays in the list, so that opening the form changes nothing. */
export const ModelField = ({ label, path, value, onValue, emptyLabel }: ModelFieldProps) => {
  const models = useAvailableModels();
  const isAvailable = value === '' || models.some(({ id }) => id === value);
  return (
    <SelectField
      label={label}
      hint={<OriginLabel path={path} />}
      value={value}
      onText={onValue}
      options={[
        ...(emptyLabel === undefined ? [] : [['', emptyLabel] as const]),
        ...(isAvailable ? [] : [[value, value] as const]),
        ...models.map(({ id, displayName }) => [id, displayName === id ? id : `${displayName} (${id})`] as const),
      ]}
    />
  );
};
