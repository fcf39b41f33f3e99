import { useAppDispatch } from '../../state/store.ts';
import { toastShown } from '../../state/toast-slice.ts';
import { truncate } from '../../../src/shared/unicode.ts';
import { MAX_PROMPT_TITLE, toCommand } from '../../../src/shared/prompts.ts';
import { PromptDialog } from '../../ui/prompts/prompt-dialog.tsx';
import { useTranslations } from '../../ui/prompts/texts.ts';
import { usePromptCalls } from './use-prompt-calls.ts';

const TITLE_WORDS = 6;

/** The first words of a text, as its title. */
const titleOf = (text: string): string =>
  truncate(
    text
      .trim()
      .slice(0, 4 * MAX_PROMPT_TITLE)
      .split(/\s+/)
      .slice(0, TITLE_WORDS)
      .join(' '),
    MAX_PROMPT_TITLE,
  );

interface SaveAsPromptProps {
  readonly text: string;
  readonly onClose: () => void;
}

/** Makes a prompt of a message. */
export const SaveAsPrompt = ({ text, onClose }: SaveAsPromptProps) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const { save } = usePromptCalls();
  const title = titleOf(text);
  return (
    <PromptDialog
      title={t('saveAs')}
      prompt={null}
      initial={{ command: toCommand(title).toLowerCase(), title, description: '', text }}
      save={save}
      onSaved={({ command }) => {
        dispatch(toastShown('success', t('savedAs', { command })));
        onClose();
      }}
      onClose={onClose}
    />
  );
};
