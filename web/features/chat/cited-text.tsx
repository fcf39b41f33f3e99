import { useCallback, useRef } from 'react';

import { detailsOf } from '../../lib/turn-details.ts';
import { SupportLine } from '../../ui/citations/support-line.tsx';
import { useCiting } from '../../ui/citations/use-citing.tsx';
import { CitingContext } from '../../ui/markdown/citing.ts';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import type { ReplySnapshot } from './live-reply.ts';
import type { TurnActions } from './turn-props.ts';
import type { Turn } from './turns.ts';

interface CitedTextProps {
  readonly message: Turn['message'];
  readonly reply: ReplySnapshot | null;
  readonly writing: boolean;
  readonly onOpenDocument: TurnActions['onOpenDocument'];
}

const NO_VERDICTS: readonly never[] = [];

/** An answer's text with its marks. A mark goes to its source under the answer, or to the document where none is listed there. */
export const CitedText = ({ message, reply, writing, onOpenDocument }: CitedTextProps) => {
  const box = useRef<HTMLDivElement>(null);
  const { sources, citations } = detailsOf(message, reply);
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
  const citing = useCiting({ sources, verdicts: citations?.marks ?? NO_VERDICTS, live: writing, onJump });
  return (
    <div ref={box}>
      <CitingContext value={citing}>
        <Markdown text={reply?.shown ?? message.content} streaming={writing} />
      </CitingContext>
      {citations && !writing ? <SupportLine checked={citations.checked} supported={citations.supported} /> : null}
    </div>
  );
};
