import { useState } from 'react';

import { BarChart, type ChartPoint } from '../../../ui/display/bar-chart.tsx';
import { DataTable } from '../../../ui/display/data-table.tsx';
import { LoadState } from '../../../ui/display/load-state.tsx';
import { SelectField } from '../../../ui/forms/text-input.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { dateFormat, numberFormat } from '../shared/intl.ts';
import { useIsAdmin } from '../shared/use-is-admin.ts';
import { SetupCard } from '../setup/setup-card.tsx';
import { HealthCard } from './health-card.tsx';
import styles from './overview.module.css';
import { adminApi, type Overview } from '../shared/admin-api.ts';
import { useUsersTranslations, type UsersTranslator } from '../shared/users-texts.ts';

type Day = Overview['days'][number];

const RANGES = [7, 30, 90] as const;
const DEFAULT_RANGE = 30;

const COMPACT_FORMAT = { notation: 'compact', maximumFractionDigits: 1 } as const;
const CURRENCY_FORMAT = { style: 'currency', currency: 'USD', maximumFractionDigits: 2 } as const;
const DAY_FORMAT = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;

const formatCount = (count: number): string => numberFormat().format(count);
const formatCompact = (count: number): string => numberFormat(count < 10_000 ? {} : COMPACT_FORMAT).format(count);
const costFormatter =
  (t: UsersTranslator) =>
  (usd: number | null): string =>
    usd === null ? t('costUnknown') : numberFormat(CURRENCY_FORMAT).format(usd);
const formatDay = (day: string): string => dateFormat(DAY_FORMAT).format(new Date(`${day}T00:00:00Z`));
const totalTokens = ({ tokensIn, tokensOut }: Pick<Day, 'tokensIn' | 'tokensOut'>): number => tokensIn + tokensOut;

const toChartPoints = (days: readonly Day[], value: (day: Day, at: number) => number): readonly ChartPoint[] =>
  days.map((day, at) => ({ label: formatDay(day.day), value: value(day, at) }));

interface ChartsProps {
  readonly overview: Overview;
  /** Shows the messages of this model only; empty: of all. */
  readonly model: string;
}

const Charts = ({ overview: { days, totals, models }, model }: ChartsProps) => {
  const t = useUsersTranslations();
  const formatCost = costFormatter(t);
  const selected = models.find((entry) => entry.model === model);
  return (
    <div className={styles['charts']}>
      <BarChart
        title={selected ? t('messagesWithModel', { model }) : t('messages')}
        format={(count) => t('messageCount', { count })}
        total={formatCompact(selected?.messages ?? totals.messages)}
        points={toChartPoints(days, ({ messages }, at) => (selected ? (selected.daily[at] ?? 0) : messages))}
      />
      <BarChart
        title={t('activePeople')}
        format={formatCount}
        total={formatCompact(totals.activePeople)}
        points={toChartPoints(days, ({ activePeople }) => activePeople)}
      />
      <BarChart
        title={t('tokens')}
        format={formatCount}
        total={formatCompact(totalTokens(totals))}
        points={toChartPoints(days, totalTokens)}
      />
      <BarChart
        title={t('cost')}
        format={formatCost}
        total={formatCost(totals.costUsd)}
        points={toChartPoints(days, ({ costUsd }) => costUsd ?? 0)}
      />
      {(['errors', 'limitHits'] as const).map((count) => (
        <BarChart
          key={count}
          title={t(count)}
          tone={count === 'errors' ? 'danger' : 'plain'}
          format={formatCount}
          total={formatCompact(totals[count])}
          points={toChartPoints(days, (day) => day[count])}
        />
      ))}
    </div>
  );
};

const HEAD = ['model', 'messages', 'tokensIn', 'tokensOfFiles', 'tokensOut', 'cost', 'errors', 'limitHits'] as const;

const ModelTable = ({ models }: Pick<Overview, 'models'>) => {
  const t = useUsersTranslations();
  const formatCost = costFormatter(t);
  const max = Math.max(1, ...models.map(({ messages }) => messages));
  if (models.length === 0) return <p className={styles['none']}>{t('noneAnswered')}</p>;
  return (
    <DataTable label={t('useByModel')} head={HEAD.map((key) => t(key))}>
      {models.map(({ model, messages, tokensIn, tokensOfFiles, tokensOut, costUsd, errors, limitHits }) => (
        <tr key={model} className={styles['numbers']}>
          <th scope="row" className={styles['model']}>
            {model}
            <svg aria-hidden="true" viewBox="0 0 100 3" preserveAspectRatio="none">
              <rect width={(messages / max) * 100} height="3" />
            </svg>
          </th>
          <td data-head={t('messages')}>{formatCount(messages)}</td>
          <td data-head={t('tokensIn')}>{formatCompact(tokensIn)}</td>
          <td data-head={t('tokensOfFiles')}>{formatCompact(tokensOfFiles)}</td>
          <td data-head={t('tokensOut')}>{formatCompact(tokensOut)}</td>
          <td data-head={t('cost')}>{formatCost(costUsd)}</td>
          <td data-head={t('errors')}>{formatCount(errors)}</td>
          <td data-head={t('limitHits')}>{formatCount(limitHits)}</td>
        </tr>
      ))}
    </DataTable>
  );
};

interface FiltersProps {
  readonly days: number;
  readonly onDays: (days: number) => void;
  readonly models: Overview['models'];
  readonly model: string;
  readonly onModel: (model: string) => void;
}

const Filters = ({ days, onDays, models, model, onModel }: FiltersProps) => {
  const t = useUsersTranslations();
  return (
    <div className={styles['choices']}>
      <SelectField
        label={t('time')}
        value={days}
        onText={(text) => onDays(Number(text))}
        options={RANGES.map((range) => [range, t('lastDays', { days: range })])}
      />
      <SelectField
        label={t('messagesOfModel')}
        value={model}
        onText={onModel}
        options={[['', t('allModels')], ...models.map((entry) => [entry.model, entry.model] as const)]}
      />
    </div>
  );
};

const UsageReport = () => {
  const t = useUsersTranslations();
  const [days, setDays] = useState<number>(DEFAULT_RANGE);
  const [model, setModel] = useState('');
  const query = adminApi.useOverviewQuery(days, { refetchOnMountOrArgChange: true });
  const { data } = query;
  return (
    <>
      <Filters days={days} onDays={setDays} models={data?.models ?? []} model={model} onModel={setModel} />
      <LoadState query={query} lines={8} loading={t('overviewLoading')} failed={t('overviewFailed')} />
      {data ? <Charts overview={data} model={model} /> : null}
      {data ? (
        <Card title={t('byModel')} note={t('daysInUtc')}>
          <ModelTable models={data.models} />
        </Card>
      ) : null}
    </>
  );
};

/** Usage, and the health of the server's connections. */
export const OverviewTab = () => (
  <>
    <UsageReport />
    {useIsAdmin() ? <SetupCard /> : null}
    <HealthCard />
  </>
);
