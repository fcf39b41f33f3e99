import { useState } from 'react';

import type { SavedPrompt } from '../../../src/contract/prompts.ts';
import { toCommand } from '../../../src/shared/prompts.ts';
import { getErrorMessage, isApiFailure, isNotFound, isRecord } from '../../lib/api-error.ts';
import type { SavePrompt } from './prompt-calls.ts';
import {
  findErrors,
  isSame,
  toSent,
  type FieldErrors,
  type PromptContent,
  type PromptField,
} from './prompt-content.ts';
import { useTranslations } from './texts.ts';

/** Somebody else, or another tab, saved or deleted the prompt after it was read. */
export type Conflict =
  | { readonly is: 'changed'; readonly revision: number; readonly title: string; readonly text: string }
  | { readonly is: 'deleted' };

const toConflict = (error: unknown): Conflict | null => {
  if (isNotFound(error)) return { is: 'deleted' };
  const prompt = isApiFailure(error) && error.code === 'PROMPT_CHANGED' ? error.data['prompt'] : undefined;
  if (!isRecord(prompt)) return null;
  const { revision, title, text } = prompt;
  return typeof revision === 'number' && typeof title === 'string' && typeof text === 'string'
    ? { is: 'changed', revision, title, text }
    : null;
};

export interface PromptFormInput {
  /** The prompt to change; null: a new one. */
  readonly prompt: SavedPrompt | null;
  readonly initial: PromptContent;
  readonly save: SavePrompt;
  readonly onSaved: (prompt: SavedPrompt) => void;
}

/** The fields of a prompt and what becomes of them. Until the command is typed, it follows the title. */
export const usePromptForm = ({ prompt, initial, save, onSaved }: PromptFormInput) => {
  const t = useTranslations();
  const [content, setContent] = useState(initial);
  const [followsTitle, setFollowsTitle] = useState(initial.command === '');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const set = (field: PromptField, value: string): void => {
    if (field === 'command') setFollowsTitle(value === '');
    const command = field === 'title' && followsTitle ? { command: toCommand(value).toLowerCase() } : {};
    setContent((before) => ({ ...before, ...command, [field]: value }));
    setErrors(({ [field]: _, ...others }) => others);
  };

  const fail = (error: unknown): void => {
    setConflict(toConflict(error));
    if (isApiFailure(error) && error.code === 'COMMAND_TAKEN') setErrors({ command: t('commandTaken') });
    else if (isApiFailure(error) && error.code === 'TOO_MANY_PROMPTS') setFailure(t('full'));
    else if (!toConflict(error)) setFailure(getErrorMessage(error, t('notSaved')));
  };

  /** False: a field has to be put right first. */
  const submit = async (over: Pick<SavedPrompt, 'id' | 'revision'> | null = prompt): Promise<boolean> => {
    const sent = toSent(content);
    const found = findErrors(sent, t);
    setErrors(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return false;
    if (busy) return true;
    setBusy(true);
    const { data, error } = await save(sent, over);
    setBusy(false);
    if (data) onSaved(data.prompt);
    else fail(error);
    return !(isApiFailure(error) && error.code === 'COMMAND_TAKEN');
  };

  /** Saves over what the conflict is about. */
  const resolve = (): Promise<boolean> =>
    submit(conflict?.is === 'changed' && prompt ? { id: prompt.id, revision: conflict.revision } : null);

  return { content, set, errors, conflict, failure, busy, submit, resolve, isChanged: !isSame(content, initial) };
};

export type PromptForm = ReturnType<typeof usePromptForm>;
