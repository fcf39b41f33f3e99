import { ChevronRight } from 'lucide-react';
import { memo, type RefObject } from 'react';

import { cx } from '../../ui/cx.ts';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import styles from './document-body.module.css';
import type { Layout, DocumentPart } from './document-content.ts';

/** A section that is folded at first. */
export const Folded = ({ label, children }: { readonly label: string; readonly children: React.ReactNode }) => (
  <details className={styles['folded']}>
    <summary className={styles['summary']}>
      <ChevronRight aria-hidden="true" className="mirrored" />
      <span dir="auto">{label}</span>
    </summary>
    <div className={styles['inside']}>{children}</div>
  </details>
);

interface DocumentBodyProps {
  readonly parts: readonly DocumentPart[];
  readonly layout: Layout;
  readonly streaming: boolean;
  readonly columns: 'one' | 'two' | 'wide';
  readonly box: RefObject<HTMLDivElement | null>;
}

/** The text itself. */
export const DocumentBody = memo(({ parts, layout, streaming, columns, box }: DocumentBodyProps) => (
  <div
    ref={box}
    className={styles['body']}
    data-layout={layout}
    data-columns={columns}
    aria-busy={streaming || undefined}
  >
    {parts.map(({ label, text, firstMark }, at) => {
      const prose = (
        <Markdown
          text={text}
          firstMark={firstMark}
          streaming={streaming && at === parts.length - 1}
          className={cx(styles['prose'])}
        />
      );
      return label === null ? (
        <div key={at}>{prose}</div>
      ) : (
        <Folded key={at} label={label}>
          {prose}
        </Folded>
      );
    })}
  </div>
));
DocumentBody.displayName = 'DocumentBody';
