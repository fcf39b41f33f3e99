import { Plus } from 'lucide-react';
import { useId, useState } from 'react';

import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/text-input.tsx';
import styles from '../shared/forms.module.css';
import { useLimitTranslations } from '../shared/limit-texts.ts';
import { useTranslations } from '../texts.ts';
import type { AvailableModel } from './use-available-models.ts';

interface AddModelFormProps {
  readonly label: string;
  readonly action: string;
  readonly suggestions: readonly AvailableModel[];
  /** Shows the names of the suggestions, not only their ids. */
  readonly named?: boolean;
  /** False: it is in the list already. */
  readonly onAdd: (id: string) => boolean;
}

/** An input for a model id, with suggestions, and the button that adds it. */
export const AddModelForm = ({ label, action, suggestions, named, onAdd }: AddModelFormProps) => {
  const t = useLimitTranslations();
  const common = useTranslations();
  const list = useId();
  const [id, setId] = useState('');
  const [isDuplicate, setDuplicate] = useState(false);
  const add = (): void => {
    if (id.trim() === '') return;
    const isAdded = onAdd(id.trim());
    setDuplicate(!isAdded);
    if (isAdded) setId('');
  };
  return (
    <form
      className={styles['add']}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <TextField
        label={label}
        error={isDuplicate ? common('modelTwice') : null}
        list={list}
        maxLength={200}
        autoComplete="off"
        placeholder={t('modelId')}
        value={id}
        onText={(text) => {
          setId(text);
          setDuplicate(false);
        }}
      />
      <datalist id={list}>
        {suggestions.map((model) => (
          <option key={model.id} value={model.id}>
            {named ? model.displayName : null}
          </option>
        ))}
      </datalist>
      <Button type="submit" icon={<Plus />}>
        {action}
      </Button>
    </form>
  );
};
