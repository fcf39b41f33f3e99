import { ArrowLeft, BookOpenText, Columns2, Printer, RectangleVertical, Share2 } from 'lucide-react';

import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CopyButton } from '../../ui/markdown/copy-button.tsx';
import styles from './document-toolbar.module.css';
import type { Layout } from './document-content.ts';
import { useTranslations } from './texts.ts';

interface DocumentToolbarProps {
  readonly layout: Layout;
  readonly markdown: () => string;
  readonly streaming: boolean;
  /** Absent where there is nothing but the document. */
  readonly onBack?: (() => void) | undefined;
  /** Makes a public link to it. */
  readonly onShare?: (() => void) | undefined;
  readonly onSwitch: () => void;
  readonly onLayout: (layout: 'newspaper' | 'magazine') => void;
}

const LayoutButton = ({ layout, onLayout }: Pick<DocumentToolbarProps, 'layout' | 'onLayout'>) => {
  const t = useTranslations();
  if (layout === 'reading') return null;
  return (
    <IconButton
      className={styles['roomy']}
      label={t(layout === 'newspaper' ? 'singleColumn' : 'newspaperColumns')}
      icon={layout === 'newspaper' ? <RectangleVertical /> : <Columns2 />}
      onClick={() => onLayout(layout === 'newspaper' ? 'magazine' : 'newspaper')}
    />
  );
};

/** What can be done with a document, over it. */
export const DocumentToolbar = ({
  layout,
  markdown,
  streaming,
  onBack,
  onShare,
  onSwitch,
  onLayout,
}: DocumentToolbarProps) => {
  const t = useTranslations();
  return (
    <div className={styles['bar']}>
      {onBack ? (
        <Button
          variant="quiet"
          size="s"
          aria-label={t('backToChat')}
          className={styles['back'] ?? ''}
          icon={<ArrowLeft aria-hidden="true" className="mirrored" />}
          onClick={onBack}
        >
          <span className={styles['word']}>{t('backToChat')}</span>
        </Button>
      ) : (
        <span />
      )}
      <span className={styles['tools']}>
        <LayoutButton layout={layout} onLayout={onLayout} />
        <IconButton label={t('switchView')} icon={<BookOpenText />} onClick={onSwitch} />
        {streaming || !onShare ? null : <IconButton label={t('shareAnswer')} icon={<Share2 />} onClick={onShare} />}
        {streaming ? null : <CopyButton size="m" label={t('copyMarkdown')} text={markdown} />}
        {streaming ? null : (
          <IconButton
            className={styles['roomy']}
            label={t('print')}
            icon={<Printer />}
            onClick={() => window.print()}
          />
        )}
      </span>
    </div>
  );
};
