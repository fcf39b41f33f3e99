import { MessageSquarePlus } from 'lucide-react';
import { useEffect, useState, type KeyboardEvent } from 'react';

import { Button } from '../../ui/button.tsx';
import { CitationSupport } from '../../ui/citations/citation-support.tsx';
import { CorrectionsNote } from '../../ui/citations/corrections-note.tsx';
import { CitationContext } from '../../ui/markdown/citation-context.ts';
import { isComposing } from '../../lib/is-composing.ts';
import { preloadMarkdown } from '../../ui/markdown/markdown.tsx';
import { Synthesis } from '../../ui/synthesis/synthesis.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { DocumentToolbar } from './document-toolbar.tsx';
import { DocumentBody } from './document-body.tsx';
import type { DocumentContent, Layout } from './document-content.ts';
import { DocumentHead } from './document-head.tsx';
import { DocumentImages, LeadImage } from './document-images.tsx';
import { AcademicSummary, KeyPoints } from './document-points.tsx';
import { DocumentQuestions } from './document-questions.tsx';
import { DocumentSources } from './document-sources.tsx';
import styles from './document-view.module.css';
import { DocumentSteps } from './document-steps.tsx';
import { ImageDialog } from './image-dialog.tsx';
import { useTranslations } from './texts.ts';
import { useDocumentModel, useHeadlineFocus, useLeadImage, useProgress } from './use-document-model.ts';
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

const INITIAL_SOURCES = 5;
const INITIAL_ASIDE_SOURCES = 3;

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

/** Escape leads back to the chat, unless something in the document took it or lies over it. */
const onEscape =
  (onBack: (() => void) | undefined) =>
  (event: KeyboardEvent): void => {
    const isOver = event.target instanceof Element && event.target.closest('dialog, [popover]') !== null;
    if (event.key !== 'Escape' || isComposing(event) || event.defaultPrevented || isOver || !onBack) return;
    event.preventDefault(); // the sidebar stays as it is
    onBack();
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
    <div className={styles['view']} data-testid="document-view" data-layout={layout} onKeyDown={onEscape(onBack)}>
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
