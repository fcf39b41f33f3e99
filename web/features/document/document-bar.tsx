import { ArrowLeft, BookOpenText, Columns2, Printer, RectangleVertical, Share2 } from 'lucide-react';

import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CopyButton } from '../../ui/markdown/copy-button.tsx';
import styles from './document-bar.module.css';
import type { Layout } from './document-content.ts';

interface DocumentBarProps {
  readonly layout: Layout;
  readonly markdown: string;
  readonly streaming: boolean;
  /** Absent where there is nothing but the document. */
  readonly onBack?: (() => void) | undefined;
  /** Makes a public link to it. */
  readonly onShare?: (() => void) | undefined;
  readonly onSwitch: () => void;
  readonly onLayout: (layout: 'newspaper' | 'magazine') => void;
}

const LayoutButton = ({ layout, onLayout }: Pick<DocumentBarProps, 'layout' | 'onLayout'>) => (layout === 'reading' ? null : (
  <IconButton
    className={styles['roomy']}
    label={layout === 'newspaper' ? 'Single column' : 'Newspaper columns'}
    icon={layout === 'newspaper' ? <RectangleVertical /> : <Columns2 />}
    onClick={() => onLayout(layout === 'newspaper' ? 'magazine' : 'newspaper')}
  />
));

/** What can be done with a document, over it. */
export const DocumentBar = ({ layout, markdown, streaming, onBack, onShare, onSwitch, onLayout }: DocumentBarProps) => (
  <div className={styles['bar']}>
    {onBack ? (
      <Button variant="quiet" size="s" aria-label="Back to chat" className={styles['back'] ?? ''} icon={<ArrowLeft aria-hidden="true" />} onClick={onBack}>
        <span className={styles['word']}>Back to chat</span>
      </Button>
    ) : <span />}
    <span className={styles['tools']}>
      <LayoutButton layout={layout} onLayout={onLayout} />
      <IconButton label="Switch view" icon={<BookOpenText />} onClick={onSwitch} />
      {streaming || !onShare ? null : <IconButton label="Share this answer" icon={<Share2 />} onClick={onShare} />}
      {streaming ? null : <CopyButton size="m" label="Copy as Markdown" text={markdown} />}
      {streaming ? null : <IconButton className={styles['roomy']} label="Print" icon={<Printer />} onClick={() => window.print()} />}
    </span>
  </div>
);
