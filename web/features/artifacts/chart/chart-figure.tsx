import { Columns2, Download } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';

import { type Chart, toChartTable, toCsv } from '../../../../src/shared/chart.ts';
import { downloadText, toFileName } from '../../../lib/download.ts';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useTranslations } from '../texts.ts';
import { CategoryPlot } from './category-plot.tsx';
import { ChartTable } from './chart-table.tsx';
import styles from './chart.module.css';
import { Legend } from './legend.tsx';
import { PiePlot } from './pie-plot.tsx';
import { axisTitle } from './plot-parts.tsx';
import { countPlaces, readPlace } from './read-place.ts';
import { ScatterPlot } from './scatter-plot.tsx';

interface ChartFigureProps {
  readonly chart: Chart;
  readonly name: string;
  /** Beside the name. */
  readonly actions?: ReactNode;
  /** The panel has the name and the download already. */
  readonly isInPanel?: boolean;
  /** On paper: nothing in it can be used. */
  readonly isStill?: boolean;
}

const FIRST_WIDTH = 560;
/** Of a sheet: as wide as its column, and so low that two charts with their data fit. */
const PAPER = { width: 600, maxHeight: 230 } as const;
const MIN_WIDTH = 220;

/** The width that there is for the drawing. */
const useWidth = () => {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.max(MIN_WIDTH, Math.floor(entry.contentRect.width)));
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
};

interface PlotProps {
  readonly chart: Chart;
  readonly width: number;
  readonly maxHeight?: number;
  readonly active: number | null;
  readonly onActive: (at: number | null) => void;
}

const Plot = ({ chart, ...props }: PlotProps) => {
  if (chart.type === 'table') return null;
  if (chart.type === 'scatter') return <ScatterPlot chart={chart} {...props} />;
  return chart.type === 'pie' ? <PiePlot chart={chart} {...props} /> : <CategoryPlot chart={chart} {...props} />;
};

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** The place that is looked at, by pointer or by arrow keys, and what it says. */
const usePlace = (chart: Chart) => {
  const [active, setActive] = useState<number | null>(null);
  const count = countPlaces(chart);
  const shown = active === null || active >= count ? null : active;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (event.key === 'Escape' && shown !== null) {
      event.stopPropagation();
      setActive(null);
    }
    if (step === undefined) return;
    event.preventDefault();
    setActive(Math.max(0, Math.min(count - 1, (shown ?? (step > 0 ? -1 : count)) + step)));
  };
  return { active: shown, setActive, onKeyDown, text: shown === null ? '' : readPlace(chart, shown) };
};

interface DrawnProps {
  readonly chart: Exclude<Chart, { readonly type: 'table' }>;
  readonly label: string;
}

const nothing = (): void => undefined;

const Still = ({ chart }: Pick<DrawnProps, 'chart'>) => (
  <div dir="ltr" className={styles['plot']}>
    <Plot chart={chart} {...PAPER} active={null} onActive={nothing} />
  </div>
);

/** That is read by pointer and keys. */
const Live = ({ chart, label, children }: DrawnProps & { readonly children: ReactNode }) => {
  const t = useTranslations();
  const { ref, width } = useWidth();
  const { active, setActive, onKeyDown, text } = usePlace(chart);
  return (
    <>
      <div ref={ref}>
        <div
          role="group"
          tabIndex={0}
          aria-label={t('chartKeys', { name: label })}
          dir="ltr"
          className={styles['plot']}
          onKeyDown={onKeyDown}
          onBlur={() => setActive(null)}
        >
          <Plot chart={chart} width={width} active={active} onActive={setActive} />
        </div>
      </div>
      {children}
      <p className={styles['readout']} role="status" dir="auto">
        {text}
      </p>
    </>
  );
};

const hasValues = ({ series }: DrawnProps['chart']): boolean =>
  series.some(({ values }) => values.some((value) => value !== null));

const Empty = () => {
  const t = useTranslations();
  return <p className={styles['empty']}>{t('noValues')}</p>;
};

const Drawn = ({ chart, label, isStill }: DrawnProps & { readonly isStill: boolean }) => {
  const [x, y] = chart.type === 'pie' ? ['', ''] : [axisTitle(chart.x), axisTitle(chart.y)];
  const below =
    x === '' ? null : (
      <p className={styles['axis-x']}>
        <bdi>{x}</bdi>
      </p>
    );
  return (
    <>
      <Legend chart={chart} />
      {y === '' ? null : (
        <p className={styles['axis']}>
          <bdi>{y}</bdi>
        </p>
      )}
      {isStill ? (
        <>
          <Still chart={chart} />
          {below}
        </>
      ) : (
        <Live chart={chart} label={label}>
          {below}
        </Live>
      )}
    </>
  );
};

interface ActionsProps extends Pick<ChartFigureProps, 'name' | 'actions' | 'isInPanel'> {
  readonly table: ReturnType<typeof toChartTable>;
  readonly isTable: boolean;
  readonly showsData: boolean;
  readonly onShow: (showsData: boolean) => void;
}

const Actions = ({ name, table, actions, isInPanel, isTable, showsData, onShow }: ActionsProps) => {
  const t = useTranslations();
  return (
    <span className={styles['actions']}>
      {isTable ? null : (
        <IconButton
          size="s"
          label={t('showData')}
          icon={<Columns2 />}
          aria-pressed={showsData}
          onClick={() => onShow(!showsData)}
        />
      )}
      {isInPanel ? null : (
        <IconButton
          size="s"
          label={t('downloadData')}
          icon={<Download />}
          onClick={() => downloadText(toFileName(name, 'csv'), 'text/csv', toCsv(table))}
        />
      )}
      {actions}
    </span>
  );
};

/** More rows would fill a page of paper with numbers that the chart shows. */
const MAX_ROWS_ON_PAPER = 16;

const isWantedOnPaper = ({ type }: Chart, { rows }: ReturnType<typeof toChartTable>): boolean =>
  type !== 'pie' && rows.length <= MAX_ROWS_ON_PAPER;

/** A chart drawn from its data, with the data as a table for who cannot see it, and for who wants to. */
export const ChartFigure = ({ chart, name, actions, isInPanel = false, isStill = false }: ChartFigureProps) => {
  const [showsData, setShowsData] = useState(chart.type === 'table');
  const table = useMemo(() => toChartTable(chart), [chart]);
  const title = useId();
  const isTable = chart.type === 'table';
  return (
    <figure dir="auto" className={styles['chart']} aria-labelledby={title} data-chart={chart.type}>
      <figcaption className={styles['head']}>
        <span
          id={title}
          className={cx(styles['name'], isInPanel && styles['printed'])}
          data-card-title={chart.title === '' ? undefined : ''}
        >
          {name}
        </span>
        {isStill ? null : (
          <Actions {...{ showsData, isTable, isInPanel, name, table, actions }} onShow={setShowsData} />
        )}
      </figcaption>
      {isTable ? null : hasValues(chart) ? <Drawn chart={chart} label={name} isStill={isStill} /> : <Empty />}
      <ChartTable table={table} name={name} isShown={showsData || isTable} isOnPaper={isWantedOnPaper(chart, table)} />
    </figure>
  );
};
