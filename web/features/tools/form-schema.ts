import { isRecord } from '../../../src/shared/schema.ts';
import { parseJson } from './json-value.ts';

interface FieldBase {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly required: boolean;
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

interface TextField extends FieldBase {
  readonly kind: 'text';
  readonly format: string;
  readonly min: number;
  readonly max: number;
  readonly initial: string;
}

interface NumberField extends FieldBase {
  readonly kind: 'number';
  readonly isWhole: boolean;
  readonly min: number;
  readonly max: number;
  readonly initial: string;
}

interface BooleanField extends FieldBase {
  readonly kind: 'boolean';
  readonly initial: boolean;
}

interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly options: readonly Option[];
  readonly initial: string;
}

interface ChoicesField extends FieldBase {
  readonly kind: 'choices';
  readonly options: readonly Option[];
  readonly min: number;
  readonly max: number;
  readonly initial: readonly string[];
}

/** A field of a form that a server wants to be filled in. */
export type FormField = TextField | NumberField | BooleanField | ChoiceField | ChoicesField;

type Property = Readonly<Record<string, unknown>>;

const MAX_FIELDS = 50;
const MAX_OPTIONS = 200;
/** What the call takes of a text. */
const MAX_TEXT = 4000;
const MAX_CHOSEN = 50;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);
const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** `enum` with names beside it, or a list of constants with titles. */
const optionsOf = (schema: Property): readonly Option[] => {
  const names = textsOf(schema['enumNames']);
  const listed = textsOf(schema['enum']).map((value, at) => ({ value, label: names[at] ?? value }));
  const titled = [schema['oneOf'], schema['anyOf']]
    .flatMap((list) => (Array.isArray(list) ? list.filter(isRecord) : []))
    .flatMap((one) => {
      const value = textOf(one['const']);
      return value === '' ? [] : [{ value, label: textOf(one['title']) || value }];
    });
  return (listed.length > 0 ? listed : titled).slice(0, MAX_OPTIONS);
};

const toChoices = (base: FieldBase, property: Property): ChoicesField | null => {
  const options = isRecord(property['items']) ? optionsOf(property['items']) : [];
  if (options.length === 0) return null;
  return {
    ...base,
    kind: 'choices',
    options,
    min: numberOf(property['minItems'], 0),
    max: Math.min(MAX_CHOSEN, numberOf(property['maxItems'], MAX_CHOSEN)),
    initial: textsOf(property['default']).filter((value) => options.some((option) => option.value === value)),
  };
};

const toNumber = (base: FieldBase, property: Property): NumberField => ({
  ...base,
  kind: 'number',
  isWhole: property['type'] === 'integer',
  min: numberOf(property['minimum'], -Infinity),
  max: numberOf(property['maximum'], Infinity),
  initial: typeof property['default'] === 'number' ? String(property['default']) : '',
});

const toText = (base: FieldBase, property: Property): TextField => ({
  ...base,
  kind: 'text',
  format: textOf(property['format']),
  min: numberOf(property['minLength'], 0),
  max: Math.min(MAX_TEXT, numberOf(property['maxLength'], MAX_TEXT)),
  initial: textOf(property['default']),
});

/** Null: nothing that a person could fill in here. */
const toField = (name: string, property: unknown, required: readonly string[]): FormField | null => {
  if (!isRecord(property)) return null;
  const base = {
    name,
    label: textOf(property['title']) || name,
    description: textOf(property['description']),
    required: required.includes(name),
  };
  switch (property['type']) {
    case 'boolean':
      return { ...base, kind: 'boolean', initial: property['default'] === true };
    case 'integer':
    case 'number':
      return toNumber(base, property);
    case 'array':
      return toChoices(base, property);
    case 'string': {
      const options = optionsOf(property);
      const initial = textOf(property['default']);
      return options.length > 0 ? { ...base, kind: 'choice', options, initial } : toText(base, property);
    }
    default:
      return null;
  }
};

/** The fields of a form from its JSON Schema: an object of texts, numbers, yes or no, and choices. */
export const readFormFields = (json: string): readonly FormField[] => {
  const schema = parseJson(json);
  if (!isRecord(schema) || !isRecord(schema['properties'])) return [];
  const required = textsOf(schema['required']);
  return Object.entries(schema['properties'])
    .slice(0, MAX_FIELDS)
    .flatMap(([name, property]) => toField(name, property, required) ?? []);
};
