import { useMemo } from 'react';

import { languageOf } from '../../../../src/shared/media-types.ts';
import { CodeBlock } from '../../../ui/markdown/code-block.tsx';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import type { TextKind } from '../kind-labels.ts';
import { fromBase64 } from '../../../lib/base64.ts';
import styles from './file-preview.module.css';
import type { FileDetails } from '../files-api.ts';
import { useTranslations } from '../texts.ts';
import { usePassage } from './use-passage.ts';

/** Longer texts are cut, because they would block the page. */
const MAX_CHARACTERS = 200_000;

interface TextPreviewProps {
  readonly file: FileDetails;
  readonly kind: TextKind;
  /** Words to begin at. */
  readonly find: string | undefined;
}

/** A file of text: Markdown set, code coloured, all else as it is written. */
export const TextPreview = ({ file, kind, find }: TextPreviewProps) => {
  const t = useTranslations();
  const box = usePassage(find);
  const fullText = useMemo(() => new TextDecoder().decode(fromBase64(file.content)), [file]);
  const language = languageOf(file.name);
  const text = fullText.slice(0, MAX_CHARACTERS);
  return (
    <div ref={box} className={styles['read']}>
      {fullText.length > MAX_CHARACTERS ? (
        <p className={styles['facts']} role="note">
          {t('beginning')}
        </p>
      ) : null}
      {kind === 'markdown' ? <Markdown text={text} /> : null}
      {language === '' ? null : <CodeBlock code={text} language={language} finished />}
      {kind !== 'markdown' && language === '' ? (
        <pre className={styles['plain']} tabIndex={0} dir="auto">
          {text}
        </pre>
      ) : null}
    </div>
  );
};
