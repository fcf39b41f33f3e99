import { useState, type FormEvent, type KeyboardEvent } from 'react';

import type { Placeholder } from '../../../src/shared/prompt-text.ts';
import { isComposing } from '../../lib/is-composing.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { SelectField, TextArea } from '../../ui/forms/text-input.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import dialogStyles from '../../ui/overlays/dialog.module.css';
import styles from '../../ui/prompts/prompts.module.css';
import { useTranslations } from '../../ui/prompts/texts.ts';

interface FillFormProps {
  readonly title: string;
  readonly description: string;
  readonly placeholders: readonly Placeholder[];
  /** Enter alone begins a line, as on the keyboard of a screen. */
  readonly isTouch: boolean;
  readonly onFill: (values: Readonly<Record<string, string>>) => void;
  readonly onClose: () => void;
}

interface ValueFieldProps {
  readonly placeholder: Placeholder;
  readonly isFirst: boolean;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const ValueField = ({ placeholder: { name, choices }, isFirst, value, onText, onKeyDown }: ValueFieldProps) => {
  const focus = isFirst ? { 'data-autofocus': true } : {};
  if (choices.length > 0)
    return (
      <SelectField
        label={name}
        {...focus}
        value={value}
        options={choices.map((choice) => [choice, choice])}
        onText={onText}
      />
    );
  return (
    <Field label={name}>
      {(control) => (
        <TextArea
          {...control}
          {...focus}
          rows={value.includes('\n') ? 4 : 1}
          value={value}
          onText={onText}
          onKeyDown={onKeyDown}
        />
      )}
    </Field>
  );
};

/**
 * Asks for the placeholders of a prompt before it goes into the box. Enter puts it there, Shift+Enter begins a line.
 */
export const FillForm = ({ title, description, placeholders, isTouch, onFill, onClose }: FillFormProps) => {
  const t = useTranslations();
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(placeholders.map(({ name, preset }) => [name, preset])),
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const isLine = event.shiftKey || (isTouch && !event.ctrlKey && !event.metaKey);
    if (event.key !== 'Enter' || isLine || isComposing(event)) return;
    event.preventDefault();
    onFill(values);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onFill(values);
  };
  return (
    <Dialog title={title} size="m" description={description === '' ? undefined : description} onClose={onClose}>
      <form noValidate className={styles['form']} onSubmit={submit}>
        {placeholders.map((placeholder, at) => (
          <ValueField
            key={placeholder.name}
            placeholder={placeholder}
            isFirst={at === 0}
            value={values[placeholder.name] ?? ''}
            onText={(text) => setValues((before) => ({ ...before, [placeholder.name]: text }))}
            onKeyDown={onKeyDown}
          />
        ))}
        <p className={styles['none']}>{t('blankStays')}</p>
        <div className={dialogStyles['actions']}>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('insert')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
