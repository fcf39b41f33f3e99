import { useCallback, useRef, type ReactNode } from 'react';

import { getTurnDetails } from '../../../lib/turn-details.ts';
import { CitationSupport } from '../../../ui/citations/citation-support.tsx';
import { CorrectionsNote } from '../../../ui/citations/corrections-note.tsx';
import { useCitations } from '../../../ui/citations/use-citations.tsx';
import { CitationContext } from '../../../ui/markdown/citation-context.ts';
import { CodeCardContext, type ShownCode } from '../../../ui/markdown/code-card-context.ts';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { Synthesis } from '../../../ui/synthesis/synthesis.tsx';
import type { ReplySnapshot } from '../engine/reply-store.ts';
import type { TurnActions } from './turn-props.ts';
import type { Turn } from '../conversation/message-tree.ts';

interface CitedTextProps {
  readonly message: Turn['message'];
  /** The streaming answer; null once it is complete. */
  readonly reply: ReplySnapshot | null;
  readonly writing: boolean;
  /** The follow-ups while they stream; null once they are complete. */
  readonly followUps: ReplySnapshot | null;
  readonly onSkipSummary: (() => void) | undefined;
  readonly onOpenDocument: TurnActions['onOpenDocument'];
  readonly renderCode: TurnActions['renderCode'];
}

const NO_VERDICTS: readonly never[] = [];

/**
 * An answer's text with its marks. A mark goes to its source under the answer, or to the document
 * where none is listed there.
 */
export const CitedText = (props: CitedTextProps) => {
  const { message, reply, writing, followUps, onSkipSummary, onOpenDocument, renderCode } = props;
  const box = useRef<HTMLDivElement>(null);
  const { sources, citations, corrections, synthesis } = getTurnDetails(message, reply, followUps);
  const isSynthesizing = followUps !== null;
  const { id } = message;
  const onJump = useCallback(
    (number: number): void => {
      const item = box.current?.closest('article')?.querySelector<HTMLElement>(`[data-source="${number}"]`);
      if (!item) return onOpenDocument?.(id);
      item.scrollIntoView({ block: 'nearest' });
      (item.matches('a') ? item : item.querySelector<HTMLElement>('a'))?.focus({ preventScroll: true });
    },
    [id, onOpenDocument],
  );
  const citing = useCitations({ sources, verdicts: citations?.marks ?? NO_VERDICTS, live: writing, onJump });
  const inSynthesis = useCitations({ sources, verdicts: NO_VERDICTS, live: isSynthesizing, onJump });
  const renderOwnCode = useCallback(
    (shown: ShownCode, plain: ReactNode) => renderCode?.(id, shown, plain) ?? plain,
    [renderCode, id],
  );
  return (
    <div ref={box}>
      <CitationContext value={citing}>
        <div data-searched>
          <CodeCardContext value={renderCode ? renderOwnCode : null}>
            <Markdown text={reply?.shown ?? message.content} streaming={writing} />
          </CodeCardContext>
        </div>
      </CitationContext>
      {citations && !writing ? <CitationSupport checked={citations.checked} supported={citations.supported} /> : null}
      {writing ? null : <CorrectionsNote corrections={corrections} />}
      <CitationContext value={inSynthesis}>
        <Synthesis text={synthesis} writing={isSynthesizing} onSkip={onSkipSummary} />
      </CitationContext>
    </div>
  );
};
