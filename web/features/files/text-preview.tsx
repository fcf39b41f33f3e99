import { useMemo } from 'react';

import { CodeBlock } from '../../ui/markdown/code-block.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { languageOf } from './accepted.ts';
import { bytesFrom } from './bytes.ts';
import styles from './file-preview.module.css';
import type { ReadFile } from './files-api.ts';
import { useTexts } from './texts.ts';

/** More than this would hold up the page; the whole file can be downloaded. */
const MOST = 200_000;

interface TextPreviewProps {
  readonly file: ReadFile;
  readonly kind: 'markdown' | 'code' | 'text';
}

/** A file of text: Markdown set, code coloured, all else as it is written. */
export const TextPreview = ({ file, kind }: TextPreviewProps) => {
  const t = useTexts();
  const whole = useMemo(() => new TextDecoder().decode(bytesFrom(file.content)), [file]);
  const text = whole.slice(0, MOST);
  return (
    <>
      {whole.length > MOST ? (
        <p className={styles['facts']} role="note">
          {t('beginning')}
        </p>
      ) : null}
      {kind === 'markdown' ? <Markdown text={text} /> : null}
      {kind === 'code' ? <CodeBlock code={text} language={languageOf(file.name)} finished /> : null}
      {kind === 'text' ? (
        <pre className={styles['plain']} tabIndex={0} dir="auto">
          {text}
        </pre>
      ) : null}
    </>
  );
};
