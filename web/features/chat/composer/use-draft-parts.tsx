import {
  lazy,
  Suspense,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';

import { shortcutKey } from '../../../lib/shortcut-key.ts';
import { FallbackBoundary } from '../../../ui/fallback-boundary.tsx';
import { useTranslations } from '../asking-texts.ts';
import { formatDraft, isLongPaste, parseDraft, toMessageText } from './draft-parts.ts';

const PastedTexts = lazy(() =>
  import('./pasted-texts.tsx').then(({ PastedTexts: component }) => ({ default: component })),
);

const without = (texts: readonly string[], index: number): readonly string[] => texts.filter((_, at) => at !== index);

const isUndoKey = (event: KeyboardEvent): boolean =>
  shortcutKey(event) === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;

/** As typing does it, so that the browser can undo it. False where nothing is selected. */
const deleteSelection = (box: HTMLTextAreaElement): boolean => {
  if (box.selectionStart === box.selectionEnd) return false;
  if (document.execCommand?.('delete') !== true) box.setRangeText('');
  return true;
};

interface Paste {
  readonly length: number;
  /** What it made of the draft. */
  readonly draft: string;
  /** Something was selected, whose deletion is for the browser to undo. */
  readonly replaced: boolean;
}

interface DraftPartsInput {
  readonly draft: string;
  readonly setDraft: (draft: string) => void;
  readonly box: RefObject<HTMLTextAreaElement | null>;
}

interface DraftBox {
  readonly setTyped: (typed: string) => void;
  readonly onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => void;
  /** Right after a long text was pasted, undoing takes it back, not what was typed before. */
  readonly onKeyDownCapture: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  /** What was pasted, as chips above the text, and what is said of it. */
  readonly chips: ReactNode;
}

/** The box of a draft: what is typed stands in it, and long pasted texts are folded above it. */
export const useDraftParts = ({ draft, setDraft, box }: DraftPartsInput): DraftBox => {
  const t = useTranslations();
  const { typed, pasted } = parseDraft(draft);
  const [last, setLast] = useState<Paste | null>(null);
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
      const area = event.currentTarget;
      // It takes the place of what is selected, and leaves the caret there.
      const replaced = deleteSelection(area);
      const folded = formatDraft({ typed: area.value, pasted: [...pasted, text] });
      setLast({ length: text.length, draft: folded, replaced });
      setDraft(folded);
    },
    onKeyDownCapture: (event) => {
      if (draft !== last?.draft || !isUndoKey(event)) return;
      if (!last.replaced) event.preventDefault();
      setDraft(formatDraft({ typed, pasted: pasted.slice(0, -1) }));
    },
    chips: (
      <>
        <div role="status" className="visually-hidden">
          {last === null || pasted.length === 0 ? '' : t('pastedText', { count: last.length })}
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
