import { useId, useState } from 'react';

import { fillPrompt, listPlaceholders } from '../../../src/shared/prompt-text.ts';
import { useBrowserEnv } from '../../lib/browser-env.ts';
import { formatDay } from '../../lib/format-date.ts';
import { useTranslations } from '../../ui/prompts/texts.ts';
import { useChoices, type Choice } from './choices.ts';
import { FillForm } from './fill-form.tsx';
import { replaceText } from './insert-text.ts';
import { optionId, PromptList } from './prompt-list.tsx';
import { promptsApi, type Prompts, type SavedPrompt } from './prompts-api.ts';
import { useCombobox } from './use-combobox.ts';

/** Another device may have changed them. */
const FRESH_SECONDS = 30;

/** What parts the texts that were pasted and folded from what is typed. */
const FOLDED = /\p{Co}/u;

export interface PickerProps {
  readonly box: HTMLTextAreaElement;
  /** It begins with a slash. */
  readonly draft: string;
  /** Shows the prompts in the settings. */
  readonly onManage: () => void;
}

/** The option that is chosen by Enter: the first one after each change of the text. */
const useActive = (typed: string, count: number) => {
  const [moved, setMoved] = useState({ typed, at: 0 });
  const at = moved.typed === typed ? Math.min(moved.at, Math.max(0, count - 1)) : 0;
  return { active: at, setActive: (next: number) => setMoved({ typed, at: next }) };
};

/** What a chosen prompt does: it goes into the box, after its placeholders were asked for. */
const useInsert = (box: HTMLTextAreaElement) => {
  const { now } = useBrowserEnv();
  const [asked, setAsked] = useState<SavedPrompt | null>(null);
  const fill = ({ text }: SavedPrompt, values: Readonly<Record<string, string>>): void =>
    replaceText(box, fillPrompt(text, values, formatDay(now().toISOString()) ?? ''));
  const insert = (prompt: SavedPrompt): void =>
    listPlaceholders(prompt.text).length > 0 ? setAsked(prompt) : fill(prompt, {});
  const form = asked ? (
    <FillForm
      title={asked.title}
      description={asked.description}
      placeholders={listPlaceholders(asked.text)}
      isTouch={box.enterKeyHint === 'enter'}
      onFill={(values) => {
        setAsked(null);
        // The dialog gives the focus back when it is gone.
        requestAnimationFrame(() => fill(asked, values));
      }}
      onClose={() => setAsked(null)}
    />
  ) : null;
  return { insert, form };
};

const hasNone = (prompts: Prompts | undefined): boolean =>
  prompts !== undefined && prompts.prompts.length + prompts.published.length === 0;

/** The saved prompts over a box whose text begins with a slash. Nothing is ever sent by choosing one. */
export const PromptPicker = ({ box, draft, onManage }: PickerProps) => {
  const [typed = ''] = draft.split(FOLDED);
  const t = useTranslations();
  const id = useId();
  const { data } = promptsApi.usePromptsQuery(undefined, { refetchOnMountOrArgChange: FRESH_SECONDS });
  // Until the text is another one altogether, what was closed or chosen stays closed.
  const [isClosed, setClosed] = useState(false);
  const choices = useChoices(data, typed);
  const { active, setActive } = useActive(typed, choices.length);
  const { insert, form } = useInsert(box);
  const hasOptions = !isClosed && choices.length > 0;
  const isOpen = hasOptions || (!isClosed && typed === '/' && hasNone(data));
  const close = (): void => setClosed(true);
  const choose = ({ prompt }: Choice): void => {
    close();
    insert(prompt);
  };
  useCombobox(box, {
    listId: id,
    activeId: hasOptions ? optionId(id, active) : undefined,
    list: isOpen ? { choices, active, setActive, choose, close } : null,
  });
  return (
    <>
      <div role="status" className="visually-hidden">
        {hasOptions ? t('count', { count: choices.length }) : ''}
      </div>
      {isOpen ? (
        <PromptList
          id={id}
          box={box}
          choices={choices}
          active={active}
          onActive={setActive}
          onChoose={choose}
          onManage={onManage}
        />
      ) : null}
      {form}
    </>
  );
};
