import { useMemo } from 'react';

import type { Artifact } from '../../../src/shared/artifact.ts';
import { readChartBlock } from '../../../src/shared/chart.ts';
import { parseDelimited } from '../../../src/shared/delimited-text.ts';
import { indentJson } from '../../../src/shared/indent-json.ts';
import type { FrameTheme } from '../../frame/frame-protocol.ts';
import { CodeBlock } from '../../ui/markdown/code-block.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import styles from './artifact-panel.module.css';
import { ChartFigure } from './chart/chart-figure.tsx';
import { DrawnFrame } from './drawn-frame.tsx';
import { useTranslations } from './texts.ts';

interface ArtifactPreviewProps {
  readonly artifact: Artifact;
  readonly name: string;
  readonly growing: boolean;
  readonly theme: FrameTheme;
}

const MAX_ROWS = 500;

const Table = ({ source, name }: { readonly source: string; readonly name: string }) => {
  const t = useTranslations();
  const { head, rows } = useMemo(() => parseDelimited(source, MAX_ROWS + 1), [source]);
  return (
    <div className={styles['reading']} role="group" aria-label={name} tabIndex={0}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th key={at} scope="col" dir="auto">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_ROWS).map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column} dir="auto">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MAX_ROWS ? <p className={styles['note']}>{t('rows', { shown: MAX_ROWS })}</p> : null}
    </div>
  );
};

const Data = ({ source, growing }: { readonly source: string; readonly growing: boolean }) => {
  const code = useMemo(() => (growing ? source : indentJson(source)), [source, growing]);
  return (
    <div className={styles['reading']}>
      <CodeBlock code={code} language="json" finished={!growing} />
    </div>
  );
};

const DrawnChart = ({
  source,
  name,
  growing,
}: Omit<ArtifactPreviewProps, 'artifact' | 'theme'> & { source: string }) => {
  const t = useTranslations();
  const chart = useMemo(() => readChartBlock(source), [source]);
  if (!chart) return <p className={styles['note']}>{t(growing ? 'growing' : 'noChart')}</p>;
  return (
    <div className={styles['reading']}>
      <ChartFigure chart={chart} name={name} isInPanel />
    </div>
  );
};

/** An artifact as what it is: what is only read is drawn by the page, what runs by the frame. */
export const ArtifactPreview = ({ artifact, name, growing, theme }: ArtifactPreviewProps) => {
  const { kind, source } = artifact;
  switch (kind) {
    case 'csv':
      return <Table source={source} name={name} />;
    case 'chart':
      return <DrawnChart source={source} name={name} growing={growing} />;
    case 'json':
      return <Data source={source} growing={growing} />;
    case 'markdown':
      return (
        <div className={styles['reading']} dir="auto">
          <Markdown text={source} streaming={growing} />
        </div>
      );
    default:
      return <DrawnFrame key={kind} kind={kind} name={name} source={source} growing={growing} theme={theme} />;
  }
};
