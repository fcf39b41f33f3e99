import { useState } from 'react';

import type { Translator } from '../../lib/i18n/translations.ts';
import { parseUrl } from '../../lib/parse-url.ts';
import type { FormField } from './form-schema.ts';
import { useStepTranslations, type StepTextKey } from './step-texts.ts';

type Value = string | boolean | readonly string[];
export type FormValues = Readonly<Record<string, Value>>;
type Content = Record<string, string | number | boolean | string[]>;

export const textValue = (value: Value | undefined): string => (typeof value === 'string' ? value : '');
export const listValue = (value: Value | undefined): readonly string[] => (typeof value === 'object' ? value : []);

const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text);

const FORMATS: Readonly<Record<string, readonly [check: (text: string) => boolean, message: StepTextKey]>> = {
  email: [isEmail, 'noEmail'],
  uri: [(text) => parseUrl(text) !== null, 'noAddress'],
  date: [(text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)), 'noDate'],
  'date-time': [(text) => !Number.isNaN(Date.parse(text)), 'noDate'],
};

type Check<K extends FormField['kind']> = (
  field: Extract<FormField, { kind: K }>,
  value: Value | undefined,
  t: Translator<StepTextKey>,
) => string | null;

const checkText: Check<'text'> = ({ required, min, max, format }, value, t) => {
  const text = textValue(value);
  if (text === '') return required ? t('missing') : null;
  if (text.length < min) return t('tooShort', { count: min });
  if (text.length > max) return t('tooLong', { count: max });
  const [check, message] = FORMATS[format] ?? [];
  return check && message && !check(text) ? t(message) : null;
};

const checkNumber: Check<'number'> = ({ required, isWhole, min, max }, value, t) => {
  const text = textValue(value).trim();
  if (text === '') return required ? t('missing') : null;
  const number = Number(text);
  if (!Number.isFinite(number)) return t('noNumber');
  if (isWhole && !Number.isInteger(number)) return t('notWhole');
  if (number < min) return t('tooSmall', { min });
  return number > max ? t('tooLarge', { max }) : null;
};

const checkChoices: Check<'choices'> = ({ required, min, max }, value, t) => {
  const { length } = listValue(value);
  const least = Math.max(min, required ? 1 : 0);
  if (length < least && (required || length > 0)) return t('tooFewChosen', { count: least });
  return length > max ? t('tooManyChosen', { count: max }) : null;
};

/** What is wrong with a value, in words; null for nothing. */
const findProblem = (field: FormField, value: Value | undefined, t: Translator<StepTextKey>): string | null => {
  switch (field.kind) {
    case 'text':
      return checkText(field, value, t);
    case 'number':
      return checkNumber(field, value, t);
    case 'choice':
      return field.required && textValue(value) === '' ? t('missing') : null;
    case 'choices':
      return checkChoices(field, value, t);
    case 'boolean':
      return null;
  }
};

const toEntry = (field: FormField, value: Value | undefined): Content[string] | undefined => {
  switch (field.kind) {
    case 'boolean':
      return value === true;
    case 'choices':
      return field.required || listValue(value).length > 0 ? [...listValue(value)] : undefined;
    case 'number':
      return textValue(value).trim() === '' ? undefined : Number(textValue(value));
    case 'text':
    case 'choice':
      return textValue(value) === '' ? undefined : textValue(value);
  }
};

/** What is sent; what was left empty is left out. */
const toContent = (fields: readonly FormField[], values: FormValues): Content =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const entry = toEntry(field, values[field.name]);
      return entry === undefined ? [] : [[field.name, entry]];
    }),
  );

/** A form of a server as it is filled in. Problems show once somebody tried to send it. */
export const useFormValues = (fields: readonly FormField[]) => {
  const t = useStepTranslations();
  const [values, setValues] = useState<FormValues>(() =>
    Object.fromEntries(fields.map(({ name, initial }) => [name, initial])),
  );
  const [tried, setTried] = useState(false);
  const problemOf = (field: FormField): string | null => findProblem(field, values[field.name], t);
  return {
    values,
    change: (name: string, value: Value) => setValues((before) => ({ ...before, [name]: value })),
    shownProblem: (field: FormField) => (tried ? problemOf(field) : null),
    /** Null when something is wrong, which is marked from now on. */
    submit: (): Content | null => {
      setTried(true);
      return fields.every((field) => problemOf(field) === null) ? toContent(fields, values) : null;
    },
  };
};

export type ServerFormState = ReturnType<typeof useFormValues>;
