import { use, useEffect, useMemo, useRef, useState, type RefObject } from 'react';

import { documentMarkdown } from '../../../src/contract/document-markdown.ts';
import type { Image } from '../../../src/shared/reply-details.ts';
import { useCitations } from '../../ui/citations/use-citations.tsx';
import { CopiedTextContext } from '../../ui/markdown/copied-text-context.ts';
import { buildPage, directionOf, type DocumentContent, type Layout } from './document-content.ts';
import { hasPreview } from './document-images.tsx';
import { useTranslations } from './texts.ts';
import { useColumns } from './use-columns.ts';
import { useScrollToSynthesis } from './use-scroll-to-synthesis.ts';

const MAX_IMAGES = 6;
const NO_VERDICTS: readonly never[] = [];

/** A reading progress bar, moved without rendering. */
export const useProgress = (
  scroller: RefObject<HTMLElement | null>,
  wanted: boolean,
): RefObject<HTMLDivElement | null> => {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = scroller.current;
    if (!element || !wanted) return;
    const move = (): void => {
      const distance = element.scrollHeight - element.clientHeight;
      line.current?.style.setProperty(
        'transform',
        `scaleX(${distance > 0 ? Math.min(1, element.scrollTop / distance) : 0})`,
      );
    };
    move();
    element.addEventListener('scroll', move, { passive: true });
    return () => element.removeEventListener('scroll', move);
  }, [scroller, wanted]);
  return line;
};

/** Goes to a source in the list, which is opened if it must be. */
const useJumpToSource = () => {
  const list = useRef<HTMLElement>(null);
  const [jump, setJump] = useState<{ readonly number: number } | null>(null);
  const [onJump] = useState(() => (number: number) => setJump({ number }));
  useEffect(() => {
    const item = jump && list.current?.querySelector<HTMLElement>(`[data-source="${jump.number}"]`);
    if (!item) return;
    item.scrollIntoView({ block: 'center' });
    item.querySelector<HTMLElement>('a')?.focus({ preventScroll: true });
    item.animate?.([{ background: 'var(--accent-soft)' }, { background: 'transparent' }], {
      duration: 1_600,
      easing: 'ease-out',
    });
  }, [jump]);
  return { list, jumped: jump !== null, onJump };
};

/** A picture leads the page only if it was there before the text: later it would push away what is being read. */
export const useLeadImage = (
  first: Image | undefined,
  layout: Layout,
  { text, streaming }: DocumentContent,
): Image | null => {
  const [hasTextFirst, setHasTextFirst] = useState(false);
  if (!hasTextFirst && first === undefined && streaming && text !== '') setHasTextFirst(true);
  return layout === 'magazine' && !hasTextFirst ? (first ?? null) : null;
};

/** Who opened a document is at its headline, unless the hand is elsewhere, as in the text box. */
export const useHeadlineFocus = (opened: boolean): RefObject<HTMLHeadingElement | null> => {
  const headline = useRef<HTMLHeadingElement>(null);
  const [takesFocus] = useState(opened);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) headline.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return headline;
};

interface DocumentModelInput {
  readonly content: DocumentContent;
  readonly layout: Layout;
  /** A change scrolls to the synthesis. */
  readonly scrollToEndRequests?: number | undefined;
}

/** Everything that a document is made of, worked out from its reply. */
export const useDocumentModel = ({ content, layout, scrollToEndRequests = 0 }: DocumentModelInput) => {
  const t = useTranslations();
  const { messageId, details, text, streaming, query } = content;
  const copiedText = use(CopiedTextContext);
  const scroller = useRef<HTMLDivElement>(null);
  const [wasStreamed, setWasStreamed] = useState(streaming);
  if (streaming && !wasStreamed) setWasStreamed(true);
  const page = buildPage({ content, wasStreamed, withStandfirst: layout !== 'reading' }, t);
  const { list, jumped, onJump } = useJumpToSource();
  const verdicts = details.citations?.marks ?? NO_VERDICTS;
  const citing = useCitations({ sources: details.sources, verdicts, live: streaming, onJump });
  const inSynthesis = useCitations({
    sources: details.sources,
    verdicts: NO_VERDICTS,
    live: content.hasFollowUps === true,
    onJump,
  });
  const images = useMemo(() => details.images.filter(hasPreview).slice(0, MAX_IMAGES), [details.images]);
  const columns = useColumns({ wanted: layout === 'newspaper', streaming, length: text.length, scroller });
  return {
    scroller,
    synthesis: useScrollToSynthesis(scroller, scrollToEndRequests),
    page,
    list,
    jumped,
    citing,
    inSynthesis,
    images,
    markdown: () => documentMarkdown({ question: query, text: copiedText(messageId, text), details }),
    columns,
    /** While it is written, the order of the sources stays. */
    citingText: streaming ? '' : text,
    direction: directionOf(text || query),
  };
};
