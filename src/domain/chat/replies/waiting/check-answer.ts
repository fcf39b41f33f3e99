import { isRecord } from '../../../../shared/schema.ts';
import { MAX_ARGUMENT_CHARACTERS } from '../../../../shared/tools.ts';
import { InvalidInput } from '../../../kernel/domain-error.ts';
import { parseJsonObject } from '../../../kernel/parse-json-object.ts';
import type { GivenAnswer, GivenContent, QuestionEnd, ToolQuestion } from './question.ts';

/** How an answer ends its question. Throws `InvalidInput`. */
export const endBy = ({ kind, schema }: ToolQuestion, given: GivenAnswer): QuestionEnd => {
  const { decision } = given;
  if (decision === 'refuse') return { outcome: 'refused', answer: { decision } };
  if (kind === 'form') {
    const content = given.content ?? {};
    checkForm(parseJsonObject(schema ?? '{}') ?? {}, content);
    return { outcome: 'answered', answer: { decision, content } };
  }
  if (given.arguments === undefined) return { outcome: decision, answer: { decision } };
  checkArguments(given.arguments);
  return { outcome: decision, answer: { decision, arguments: given.arguments } };
};

const checkArguments = (text: string): void => {
  if (text.length > MAX_ARGUMENT_CHARACTERS) throw new InvalidInput('arguments: too long', 'arguments');
  if (!parseJsonObject(text)) throw new InvalidInput('arguments: must be a JSON object', 'arguments');
};

const TYPE_CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
};

/** Fields of a form are of simple types; their other rules are the server's to check. */
const checkForm = (schema: Readonly<Record<string, unknown>>, content: GivenContent): void => {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  for (const name of required)
    if (typeof name === 'string' && !Object.hasOwn(content, name))
      throw new InvalidInput(`content: ${name} is missing`, 'content');
  for (const [name, value] of Object.entries(content))
    if (!Object.hasOwn(properties, name) || !fits(properties[name], value))
      throw new InvalidInput(`content: ${name} does not fit the form`, 'content');
};

const fits = (property: unknown, value: unknown): boolean => {
  const type = isRecord(property) ? property['type'] : undefined;
  return typeof type === 'string' && Object.hasOwn(TYPE_CHECKS, type) && TYPE_CHECKS[type]?.(value) === true;
};
