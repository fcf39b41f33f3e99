import { MessageSquarePlus } from 'lucide-react';
import { use, useEffect, useMemo, useRef, useState, type RefObject } from 'react';

import { documentMarkdown } from '../../../src/contract/document-markdown.ts';
import { Button } from '../../ui/button.tsx';
import { CitationSupport } from '../../ui/citations/citation-support.tsx';
import { CorrectionsNote } from '../../ui/citations/corrections-note.tsx';
import { useCitations } from '../../ui/citations/use-citations.tsx';
import { CitationContext } from '../../ui/markdown/citation-context.ts';
import { CopiedTextContext } from '../../ui/markdown/copied-text-context.ts';
import { preloadMarkdown } from '../../ui/markdown/markdown.tsx';
import { Synthesis } from '../../ui/synthesis/synthesis.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { DocumentToolbar } from './document-toolbar.tsx';
import { DocumentBody } from './document-body.tsx';
import { directionOf, buildPage, type DocumentContent, type Layout } from './document-content.ts';
import { DocumentHead } from './document-head.tsx';
import { DocumentImages, hasPreview, LeadImage } from './document-images.tsx';
import { AcademicSummary, KeyPoints } from './document-points.tsx';
import { DocumentQuestions } from './document-questions.tsx';
import { DocumentSources } from './document-sources.tsx';
import styles from './document-view.module.css';
import { DocumentSteps } from './document-steps.tsx';
import { ImageDialog } from './image-dialog.tsx';
import { useTranslations } from './texts.ts';
import { useColumns } from './use-columns.ts';
import { useScrollToSynthesis } from './use-scroll-to-synthesis.ts';
import type { Image } from '../../../src/shared/reply-details.ts';

export interface DocumentViewProps {
  readonly content: DocumentContent;
  readonly layout: Layout;
  /** Absent where there is nothing to go back to. */
  readonly onBack?: (() => void) | undefined;
  /** Creates a public link; absent if not allowed. */
  readonly onShare?: (() => void) | undefined;
  /** The next of chat, magazine and reading. */
  readonly onSwitch: () => void;
  readonly onLayout: (layout: 'newspaper' | 'magazine') => void;
  /** Sends a related question in the same mode. */
  readonly onAsk: (text: string) => void;
  /** Does without the rest of a synthesis. */
  readonly onSkipSummary?: (() => void) | undefined;
  /** Brings the text box for a follow-up; not offered where it is there already. */
  readonly onFollowUp?: (() => void) | undefined;
  /** A change scrolls to the synthesis. */
  readonly scrollToEndRequests?: number | undefined;
}

const MAX_IMAGES = 6;
const INITIAL_SOURCES = 5;
const INITIAL_ASIDE_SOURCES = 3;

/** A reading progress bar, moved without rendering. */
const useProgress = (scroller: RefObject<HTMLElement | null>, wanted: boolean): RefObject<HTMLDivElement | null> => {
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
const useLeadImage = (first: Image | undefined, layout: Layout, { text, streaming }: DocumentContent): Image | null => {
  const [hasTextFirst, setHasTextFirst] = useState(false);
  if (!hasTextFirst && first === undefined && streaming && text !== '') setHasTextFirst(true);
  return layout === 'magazine' && !hasTextFirst ? (first ?? null) : null;
};

/** Who opened a document is at its headline, unless the hand is elsewhere, as in the text box. */
const useHeadlineFocus = (opened: boolean): RefObject<HTMLHeadingElement | null> => {
  const headline = useRef<HTMLHeadingElement>(null);
  const [takesFocus] = useState(opened);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) headline.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return headline;
};

/** Everything that a document is made of, worked out from its reply. */
const useDocumentModel = ({ content, layout, scrollToEndRequests = 0 }: DocumentViewProps) => {
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

const NO_VERDICTS: readonly never[] = [];

/** What the answer comes to. Its marks were not checked, so they are counted apart from those of the text. */
const DocumentSynthesis = ({
  content: { details, streaming, hasFollowUps = false },
  of: { inSynthesis, synthesis },
  onSkipSummary,
}: Pick<DocumentViewProps, 'content' | 'onSkipSummary'> & { readonly of: ReturnType<typeof useDocumentModel> }) =>
  streaming ? null : (
    <CitationContext value={inSynthesis}>
      <Synthesis ref={synthesis} text={details.synthesis} writing={hasFollowUps} onSkip={onSkipSummary} />
    </CitationContext>
  );

/** What stands beside the text: in a newspaper its first sources, and the key points. */
const DocumentMargin = ({
  content: { details },
  layout,
  of,
}: Pick<DocumentViewProps, 'content' | 'layout'> & { readonly of: ReturnType<typeof useDocumentModel> }) => {
  const t = useTranslations();
  return (
    <aside className={styles['margin']} aria-label={t('besideText')}>
      {layout === 'newspaper' ? (
        <DocumentSources aside sources={details.sources} text={of.citingText} initialCount={INITIAL_ASIDE_SOURCES} />
      ) : null}
      <KeyPoints document={details.document} layout={layout} />
    </aside>
  );
};

/** The end of a document: what it rests on and where to go from it. */
const DocumentFooter = ({
  content,
  of,
  images,
  onOpen,
  onAsk,
  onFollowUp,
}: Pick<DocumentViewProps, 'content' | 'onAsk' | 'onFollowUp'> & {
  readonly of: ReturnType<typeof useDocumentModel>;
  readonly images: readonly Image[];
  readonly onOpen: (image: Image) => void;
}) => {
  const t = useTranslations();
  const { details, streaming, relatedQuestions } = content;
  return (
    <div className={styles['ending']}>
      {details.citations ? (
        <CitationSupport checked={details.citations.checked} supported={details.citations.supported} />
      ) : null}
      {streaming ? null : <CorrectionsNote corrections={details.corrections} />}
      <AcademicSummary document={details.document} />
      <DocumentImages
        images={images}
        onOpen={(at) => {
          const image = images[at];
          if (image) onOpen(image);
        }}
      />
      <DocumentSources
        ref={of.list}
        sources={details.sources}
        text={of.citingText}
        initialCount={INITIAL_SOURCES}
        all={of.jumped}
      />
      {streaming ? null : <DocumentQuestions questions={relatedQuestions} onAsk={onAsk} />}
      {streaming || !onFollowUp ? null : (
        <p className={styles['follow']}>
          <Button variant="quiet" icon={<MessageSquarePlus aria-hidden="true" />} onClick={onFollowUp}>
            {t('followUp')}
          </Button>
        </p>
      )}
    </div>
  );
};

/** A reply set as a page to read: newspaper, magazine or plain. It can be read while it is still being written. */
export const DocumentView = (props: DocumentViewProps) => {
  const t = useTranslations();
  const { content, layout, onBack, onShare, onSwitch, onLayout } = props;
  const { details, streaming, text } = content;
  const of = useDocumentModel(props);
  const { page, columns, images } = of;
  const lead = useLeadImage(images[0], layout, content);
  const [open, setOpen] = useState<number | null>(null);
  const headline = useHeadlineFocus(onBack !== undefined);
  const progress = useProgress(of.scroller, layout === 'reading');
  useEffect(preloadMarkdown, []);
  const show = (image: Image): void => setOpen(images.indexOf(image));
  return (
    <div className={styles['view']} data-testid="document-view" data-layout={layout}>
      <DocumentToolbar
        layout={layout}
        markdown={of.markdown}
        streaming={streaming}
        onBack={onBack}
        onShare={onShare}
        onSwitch={onSwitch}
        onLayout={onLayout}
      />
      {layout === 'reading' ? (
        <div className={styles['track']} aria-hidden="true">
          <div ref={progress} className={styles['progress']} />
        </div>
      ) : null}
      <div ref={of.scroller} className={styles['scroller']} tabIndex={0} role="region" aria-label={t('document')}>
        <CitationContext value={of.citing}>
          <article className={styles['document']} data-layout={layout} dir={of.direction}>
            {lead ? <LeadImage image={lead} onOpen={() => show(lead)} /> : null}
            <DocumentHead content={content} page={page} layout={layout} headline={headline} />
            <div className={styles['main']}>
              <DocumentSteps details={details} />
              {text === '' && streaming ? <Skeleton lines={6} label={t('beingWritten')} /> : null}
              <DocumentBody
                parts={page.parts}
                layout={layout}
                streaming={streaming}
                columns={columns.columns}
                box={columns.body}
              />
              <DocumentSynthesis {...props} of={of} />
            </div>
            <DocumentMargin content={content} layout={layout} of={of} />
            <DocumentFooter {...props} of={of} images={lead ? images.slice(1) : images} onOpen={show} />
          </article>
        </CitationContext>
      </div>
      {open === null ? null : <ImageDialog images={images} at={open} onMove={setOpen} onClose={() => setOpen(null)} />}
    </div>
  );
};
