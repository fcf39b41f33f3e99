import { WrapText } from 'lucide-react';
import { memo, use, useId, useMemo, useState } from 'react';

import { cx } from '../cx.ts';
import { IconButton } from '../icon-button.tsx';
import { useTranslations } from '../texts.ts';
import { CodeCardContext } from './code-card-context.ts';
import styles from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';
import { LazyModule, useLazyModule } from './lazy-module.ts';

interface CodeBlockProps {
  readonly code: string;
  readonly language: string;
  /** Only finished code is coloured: half a string would turn the rest of the block into one. */
  readonly finished: boolean;
}

const highlighter = new LazyModule(() => import('./highlighter.ts'));

const HighlightedCode = ({ code, language }: { readonly code: string; readonly language: string }) => {
  const highlighterModule = useLazyModule(highlighter, true);
  const tokens = useMemo(
    () => highlighterModule?.highlight(code, language.toLowerCase()) ?? null,
    [highlighterModule, code, language],
  );
  if (!tokens) return code;
  return tokens.map(({ kind, text }, at) =>
    kind === '' ? (
      text
    ) : (
      <span key={at} className={styles[kind]}>
        {text}
      </span>
    ),
  );
};

/** With its language, a way to copy it and a way to wrap it; it scrolls sideways in a box of its own. */
const CodeBox = ({ code, language, finished }: CodeBlockProps) => {
  const t = useTranslations();
  const [wrapsLines, setWrapsLines] = useState(false);
  const label = useId();
  const name = language === '' ? t('plainText') : language;
  return (
    <figure className={styles['box']} aria-labelledby={label} dir="ltr">
      <figcaption className={styles['head']}>
        <span id={label} className={styles['language']}>
          {name}
        </span>
        <IconButton
          size="s"
          tooltip="left"
          label={t('wrapLines')}
          icon={<WrapText />}
          aria-pressed={wrapsLines}
          onClick={() => setWrapsLines(!wrapsLines)}
        />
        <CopyButton tooltip="left" label={t('copyCode')} text={code} />
      </figcaption>
      <pre className={cx(styles['code'], wrapsLines && styles['wrapped'])} tabIndex={0} aria-labelledby={label}>
        <code>{finished && language !== '' ? <HighlightedCode code={code} language={language} /> : code}</code>
      </pre>
    </figure>
  );
};

/** Code, or what stands for it in the page that shows it. */
export const CodeBlock = memo((props: CodeBlockProps) => {
  const render = use(CodeCardContext);
  const plain = <CodeBox {...props} />;
  return render ? render(props, plain) : plain;
});
CodeBlock.displayName = 'CodeBlock';
