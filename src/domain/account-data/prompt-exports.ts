import type { PromptContent } from '../prompts/ports.ts';
import { isRecord } from '../../shared/schema.ts';
import { toFields, toList, toText } from './imported-conversation.ts';
import { convertPlaceholders } from './imported-placeholders.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface ForeignPrompts {
  readonly source: 'parley' | 'open-webui' | 'librechat';
  readonly prompts: readonly PromptContent[];
}

const toParley = (value: unknown): PromptContent => {
  const { command, title, description, text } = toFields(value);
  return {
    command: toText(command),
    title: toText(title),
    description: toText(description),
    text: toText(text),
  };
};

/** A row of its list of prompts. Older versions write the command with its slash, newer ones the title as `name`. */
const isOpenWebUi = (value: unknown): value is Fields =>
  isRecord(value) && typeof value['command'] === 'string' && typeof value['content'] === 'string';

const toOpenWebUi = ({ command, title, name, content }: Fields): PromptContent => ({
  command: toText(command),
  title: toText(title) || toText(name),
  description: '',
  text: convertPlaceholders(toText(content)),
});

/** A group of versions of a prompt, as its interface answers with them; the one in use is the `productionPrompt`. */
const isLibreChat = (value: unknown): value is Fields =>
  isRecord(value) &&
  typeof value['name'] === 'string' &&
  typeof toFields(value['productionPrompt'])['prompt'] === 'string';

const toLibreChat = ({ command, name, oneliner, productionPrompt }: Fields): PromptContent => ({
  command: toText(command),
  title: toText(name),
  description: toText(oneliner),
  text: convertPlaceholders(toText(toFields(productionPrompt)['prompt'])),
});

/** The saved prompts of a file; undefined where it is none with prompts. */
export const readPrompts = (file: unknown): ForeignPrompts | undefined => {
  const { product, prompts, promptGroups } = toFields(file);
  if (product === 'Parley')
    return Array.isArray(prompts) ? { source: 'parley', prompts: prompts.map(toParley) } : undefined;
  const rows = isRecord(file) && !Array.isArray(promptGroups) ? [file] : toList(promptGroups ?? file);
  if (rows.some(isOpenWebUi)) return { source: 'open-webui', prompts: rows.filter(isOpenWebUi).map(toOpenWebUi) };
  if (rows.some(isLibreChat)) return { source: 'librechat', prompts: rows.filter(isLibreChat).map(toLibreChat) };
  return undefined;
};
