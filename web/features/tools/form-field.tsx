import { useId } from 'react';

import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { SelectField, TextField } from '../../ui/forms/text-input.tsx';
import type { FormField } from './form-schema.ts';
import { listValue, textValue, type ServerFormState } from './form-values.ts';
import styles from './question-card.module.css';
import { useStepTranslations } from './step-texts.ts';

interface FieldViewProps<K extends FormField['kind']> {
  readonly field: Extract<FormField, { kind: K }>;
  readonly form: ServerFormState;
}

const INPUT_TYPES: Readonly<Record<string, string>> = { email: 'email', uri: 'url', date: 'date' };

const TextView = ({ field, form }: FieldViewProps<'text' | 'number'>) => (
  <TextField
    label={field.label}
    hint={field.description || undefined}
    optional={!field.required}
    autoComplete="off"
    type={field.kind === 'text' ? (INPUT_TYPES[field.format] ?? 'text') : 'text'}
    inputMode={field.kind === 'number' ? (field.isWhole ? 'numeric' : 'decimal') : undefined}
    dir={field.kind === 'number' ? 'ltr' : 'auto'}
    value={textValue(form.values[field.name])}
    error={form.shownProblem(field)}
    onText={(text) => form.change(field.name, text)}
  />
);

const ChoiceView = ({ field, form }: FieldViewProps<'choice'>) => {
  const t = useStepTranslations();
  return (
    <SelectField
      label={field.label}
      hint={field.description || undefined}
      value={textValue(form.values[field.name])}
      error={form.shownProblem(field)}
      options={[
        ['', t(field.required ? 'choose' : 'noChoice')],
        ...field.options.map(({ value, label }) => [value, label] as const),
      ]}
      onText={(text) => form.change(field.name, text)}
    />
  );
};

const ChoicesView = ({ field, form }: FieldViewProps<'choices'>) => {
  const t = useStepTranslations();
  const id = useId();
  const chosen = listValue(form.values[field.name]);
  const problem = form.shownProblem(field);
  const note = problem ?? field.description;
  return (
    <fieldset aria-describedby={note === '' ? undefined : id} aria-invalid={problem ? true : undefined} tabIndex={-1}>
      <legend className={styles['legend']}>
        {field.label}
        {field.required ? null : <span className={styles['optional']}> {t('optional')}</span>}
      </legend>
      <div className={styles['choices']}>
        {field.options.map(({ value, label }) => (
          <Checkbox
            key={value}
            checked={chosen.includes(value)}
            onChange={(on) => form.change(field.name, on ? [...chosen, value] : chosen.filter((one) => one !== value))}
          >
            {label}
          </Checkbox>
        ))}
      </div>
      {note === '' ? null : (
        <p id={id} role={problem ? 'alert' : undefined} className={styles[problem ? 'error' : 'hint']}>
          {note}
        </p>
      )}
    </fieldset>
  );
};

const BooleanView = ({ field, form }: FieldViewProps<'boolean'>) => (
  <div>
    <Checkbox checked={form.values[field.name] === true} onChange={(on) => form.change(field.name, on)}>
      {field.label}
    </Checkbox>
    {field.description === '' ? null : <p className={styles['hint']}>{field.description}</p>}
  </div>
);

/** One field of a form of a server. */
export const FormFieldView = ({ field, form }: { readonly field: FormField; readonly form: ServerFormState }) => {
  switch (field.kind) {
    case 'text':
    case 'number':
      return <TextView field={field} form={form} />;
    case 'boolean':
      return <BooleanView field={field} form={form} />;
    case 'choice':
      return <ChoiceView field={field} form={form} />;
    case 'choices':
      return <ChoicesView field={field} form={form} />;
  }
};
