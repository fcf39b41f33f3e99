import { useState } from 'react';

import { BarChart, type ChartPoint } from '../../ui/bar-chart.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Field } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Select } from '../../ui/text-input.tsx';
import { Card } from '../../ui/card.tsx';
import { dates, numbers } from './formats.ts';
import { HealthCard } from './health-card.tsx';
import { LoadFailed } from './load-failed.tsx';
import styles from './overview.module.css';
import { peopleApi, type Overview } from './people-api.ts';
import { usePeopleTexts, type SayPeople } from './people-texts.ts';

type Day = Overview['days'][number];

const RANGES = [7, 30, 90] as const;
const DEFAULT_RANGE = 30;

const BRIEF = { notation: 'compact', maximumFractionDigits: 1 } as const;
const MONEY = { style: 'currency', currency: 'USD', maximumFractionDigits: 2 } as const;
const DAY = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;

const counted = (count: number): string => numbers().format(count);
const compact = (count: number): string => numbers(count < 10_000 ? {} : BRIEF).format(count);
const costIn =
  (t: SayPeople) =>
  (usd: number | null): string =>
    usd === null ? t('costUnknown') : numbers(MONEY).format(usd);
const dayText = (day: string): string => dates(DAY).format(new Date(`${day}T00:00:00Z`));
const tokens = ({ tokensIn, tokensOut }: Pick<Day, 'tokensIn' | 'tokensOut'>): number => tokensIn + tokensOut;

const pointsOf = (days: readonly Day[], value: (day: Day, at: number) => number): readonly ChartPoint[] =>
  days.map((day, at) => ({ label: dayText(day.day), value: value(day, at) }));

interface ChartsProps {
  readonly of: Overview;
  /** Counts messages of this model alone. */
  readonly model: string;
}

const Charts = ({ of: { days, totals, models }, model }: ChartsProps) => {
  const t = usePeopleTexts();
  const cost = costIn(t);
  const one = models.find((entry) => entry.model === model);
  return (
    <div className={styles['charts']}>
      <BarChart
        title={one ? t('messagesWithModel', { model }) : t('messages')}
        format={(count) => t('messageCount', { count })}
        total={compact(one?.messages ?? totals.messages)}
        points={pointsOf(days, ({ messages }, at) => (one ? (one.daily[at] ?? 0) : messages))}
      />
      <BarChart
        title={t('activePeople')}
        format={counted}
        total={compact(totals.activePeople)}
        points={pointsOf(days, ({ activePeople }) => activePeople)}
      />
      <BarChart title={t('tokens')} format={counted} total={compact(tokens(totals))} points={pointsOf(days, tokens)} />
      <BarChart
        title={t('cost')}
        format={cost}
        total={cost(totals.costUsd)}
        points={pointsOf(days, ({ costUsd }) => costUsd ?? 0)}
      />
      <BarChart
        title={t('errors')}
        tone="danger"
        format={counted}
        total={compact(totals.errors)}
        points={pointsOf(days, ({ errors }) => errors)}
      />
      <BarChart
        title={t('limitHits')}
        format={counted}
        total={compact(totals.limitHits)}
        points={pointsOf(days, ({ limitHits }) => limitHits)}
      />
    </div>
  );
};

const HEAD = ['model', 'messages', 'tokensIn', 'tokensOut', 'cost', 'errors', 'limitHits'] as const;

const ModelTable = ({ models }: Pick<Overview, 'models'>) => {
  const t = usePeopleTexts();
  const cost = costIn(t);
  const most = Math.max(1, ...models.map(({ messages }) => messages));
  if (models.length === 0) return <p className={styles['none']}>{t('noneAnswered')}</p>;
  return (
    <DataTable label={t('useByModel')} head={HEAD.map((key) => t(key))}>
      {models.map(({ model, messages, tokensIn, tokensOut, costUsd, errors, limitHits }) => (
        <tr key={model} className={styles['numbers']}>
          <th scope="row" className={styles['model']}>
            {model}
            <svg aria-hidden="true" viewBox="0 0 100 3" preserveAspectRatio="none">
              <rect width={(messages / most) * 100} height="3" />
            </svg>
          </th>
          <td>{counted(messages)}</td>
          <td>{compact(tokensIn)}</td>
          <td>{compact(tokensOut)}</td>
          <td>{cost(costUsd)}</td>
          <td>{counted(errors)}</td>
          <td>{counted(limitHits)}</td>
        </tr>
      ))}
    </DataTable>
  );
};

interface ChoicesProps {
  readonly days: number;
  readonly onDays: (days: number) => void;
  readonly models: Overview['models'];
  readonly model: string;
  readonly onModel: (model: string) => void;
}

const Choices = ({ days, onDays, models, model, onModel }: ChoicesProps) => {
  const t = usePeopleTexts();
  return (
    <div className={styles['choices']}>
      <Field label={t('time')}>
        {(control) => (
          <Select {...control} value={days} onText={(text) => onDays(Number(text))}>
            {RANGES.map((range) => (
              <option key={range} value={range}>
                {t('lastDays', { days: range })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('messagesOfModel')}>
        {(control) => (
          <Select {...control} value={model} onText={onModel}>
            <option value="">{t('allModels')}</option>
            {models.map((entry) => (
              <option key={entry.model} value={entry.model}>
                {entry.model}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
};

const Use = () => {
  const t = usePeopleTexts();
  const [days, setDays] = useState<number>(DEFAULT_RANGE);
  const [model, setModel] = useState('');
  const { data, isError, isFetching, refetch } = peopleApi.useOverviewQuery(days, { refetchOnMountOrArgChange: true });
  return (
    <>
      <Choices days={days} onDays={setDays} models={data?.models ?? []} model={model} onModel={setModel} />
      {isError ? (
        <LoadFailed busy={isFetching} onRetry={() => void refetch()}>
          {t('overviewFailed')}
        </LoadFailed>
      ) : null}
      {!data && !isError ? <Skeleton lines={8} label={t('overviewLoading')} /> : null}
      {data ? <Charts of={data} model={model} /> : null}
      {data ? (
        <Card title={t('byModel')} note={t('daysInUtc')}>
          <ModelTable models={data.models} />
        </Card>
      ) : null}
    </>
  );
};

/** What was used lately, and whether everything works that this server is connected to. */
export const OverviewTab = () => (
  <>
    <Use />
    <HealthCard />
  </>
);
