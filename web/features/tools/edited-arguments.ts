import { useState } from 'react';

import { isRecord } from '../../../src/shared/schema.ts';
import { MAX_ARGUMENT_CHARACTERS } from '../../../src/shared/tools.ts';
import { useStepTranslations } from './step-texts.ts';
import { escapeUnseen, parseJson } from './json-value.ts';

const pretty = (json: string): string => {
  const value = parseJson(json);
  return value === undefined ? json : JSON.stringify(value, null, 2);
};

/** The line where a text stops being JSON, where the browser says it; null where it does not. */
const findFaultLine = (text: string): number | null => {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const line = /line (\d{1,6})/.exec(message)?.[1];
    if (line !== undefined) return Number(line);
    const at = /position (\d{1,6})/.exec(message)?.[1];
    return at === undefined ? null : text.slice(0, Number(at)).split('\n').length;
  }
};

/** The arguments of a call as its person changes them. */
export const useEditedArguments = (json: string) => {
  const t = useStepTranslations();
  const [text, setText] = useState<string | null>(null);
  const value = text === null ? undefined : parseJson(text);
  const findProblem = (): string | null => {
    if (text === null) return null;
    if (text.length > MAX_ARGUMENT_CHARACTERS) return t('jsonTooLong', { count: MAX_ARGUMENT_CHARACTERS });
    if (isRecord(value)) return null;
    if (value !== undefined) return t('jsonNoObject');
    const line = findFaultLine(text);
    return line === null ? t('jsonWrong') : t('jsonWrongAt', { line });
  };
  const isChanged = value !== undefined && JSON.stringify(value) !== JSON.stringify(parseJson(json));
  return {
    /** Null: they are only read. */
    text,
    problem: findProblem(),
    change: setText,
    begin: () => setText(escapeUnseen(pretty(json), String.raw`\u`)),
    undo: () => setText(null),
    /** What is sent in place of the model's; undefined: nothing changed. */
    changed: isChanged ? JSON.stringify(value) : undefined,
  };
};
