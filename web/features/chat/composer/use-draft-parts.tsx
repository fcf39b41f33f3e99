import { lazy, Suspense, useState, type ClipboardEvent, type ReactNode, type RefObject } from 'react';

import { FallbackBoundary } from '../../../ui/fallback-boundary.tsx';
import { useTranslations } from '../asking-texts.ts';
import { formatDraft, isLongPaste, parseDraft, toMessageText } from './draft-parts.ts';

const PastedTexts = lazy(() =>
  import('./pasted-texts.tsx').then(({ PastedTexts: component }) => ({ default: component })),
);

const without = (texts: readonly string[], index: number): readonly string[] => texts.filter((_, at) => at !== index);

interface DraftPartsInput {
  readonly draft: string;
  readonly setDraft: (draft: string) => void;
  readonly box: RefObject<HTMLTextAreaElement | null>;
}

interface DraftBox {
  readonly setTyped: (typed: string) => void;
  readonly onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => void;
  /** What was pasted, as chips above the text, and what is said of it. */
  readonly chips: ReactNode;
}

/** The box of a draft: what is typed stands in it, and long pasted texts are folded above it. */
export const useDraftParts = ({ draft, setDraft, box }: DraftPartsInput): DraftBox => {
  const t = useTranslations();
  const { typed, pasted } = parseDraft(draft);
  const [pastedLength, setPastedLength] = useState<number | null>(null);
  const focus = (): void => box.current?.focus({ preventScroll: true });
  const remove = (index: number): void => {
    setDraft(formatDraft({ typed, pasted: without(pasted, index) }));
    focus();
  };
  const edit = (index: number): void => {
    const parts = [typed, pasted[index] ?? ''].filter((part) => part !== '');
    setDraft(formatDraft({ typed: parts.join('\n\n'), pasted: without(pasted, index) }));
    focus();
  };
  return {
    setTyped: (next) => setDraft(formatDraft({ typed: next, pasted })),
    onPaste: (event) => {
      const text = event.clipboardData.getData('text/plain');
      if (!isLongPaste(text)) return;
      event.preventDefault();
      setPastedLength(text.length);
      // It takes the place of what is selected, and leaves the caret there.
      event.currentTarget.setRangeText('');
      setDraft(formatDraft({ typed: event.currentTarget.value, pasted: [...pasted, text] }));
    },
    chips: (
      <>
        <div role="status" className="visually-hidden">
          {pastedLength === null || pasted.length === 0 ? '' : t('pastedText', { count: pastedLength })}
        </div>
        {pasted.length === 0 ? null : (
          // Without the chips the texts go into the box: nothing is sent that cannot be seen.
          <FallbackBoundary fallback={null} onError={() => setDraft(toMessageText(draft))}>
            <Suspense>
              <PastedTexts texts={pasted} onEdit={edit} onRemove={remove} />
            </Suspense>
          </FallbackBoundary>
        )}
      </>
    ),
  };
};
