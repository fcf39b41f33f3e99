import { useEffect, useRef, useState } from 'react';

import { ARTIFACT_RULES, type Artifact } from '../../../src/shared/artifact.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/markdown/code-block.tsx';
import styles from './artifact-panel.module.css';
import { useTranslations } from './texts.ts';

interface ArtifactTextProps {
  readonly artifact: Artifact;
  readonly name: string;
  readonly growing: boolean;
  readonly onQuote: ((text: string) => void) | undefined;
}

/** Longer parts say no more about what is meant. */
const MAX_QUOTE_LENGTH = 2_000;

/** The part of the text that is selected, as long as it is one of this text. */
const useSelectedPart = (source: string) => {
  const box = useRef<HTMLDivElement>(null);
  const [part, setPart] = useState('');
  useEffect(() => {
    const read = (): void => {
      const selection = document.getSelection();
      const isInside = selection?.anchorNode && box.current?.querySelector('code')?.contains(selection.anchorNode);
      const selected = isInside ? selection.toString().trim() : '';
      setPart(source.includes(selected) ? selected.slice(0, MAX_QUOTE_LENGTH) : '');
    };
    document.addEventListener('selectionchange', read);
    return () => document.removeEventListener('selectionchange', read);
  }, [source]);
  return { box, part };
};

const quote = (part: string): string =>
  part
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

/** The source of an artifact. A selected part of it can be asked to be changed. */
export const ArtifactText = ({ artifact, name, growing, onQuote }: ArtifactTextProps) => {
  const t = useTranslations();
  const { box, part } = useSelectedPart(artifact.source);
  const language = ARTIFACT_RULES[artifact.kind].languages[0] ?? '';
  return (
    <>
      <div ref={box} className={styles['reading']}>
        <CodeBlock code={artifact.source} language={language} finished={!growing} />
      </div>
      {onQuote && part !== '' ? (
        <div className={styles['asking']}>
          <Button
            size="s"
            variant="primary"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onQuote(`${t('changeThis', { name })}\n\n${quote(part)}\n\n`)}
          >
            {t('askChange')}
          </Button>
        </div>
      ) : null}
    </>
  );
};
