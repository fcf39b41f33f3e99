import { useState } from 'react';

import { BarChart, type ChartPoint } from '../../ui/bar-chart.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Select } from '../../ui/text-input.tsx';
import { Card } from '../../ui/card.tsx';
import { HealthCard } from './health-card.tsx';
import styles from './overview.module.css';
import { peopleApi, type Overview } from './people-api.ts';

type Day = Overview['days'][number];

const RANGES = [7, 30, 90] as const;
const DEFAULT_RANGE = 30;

const whole = new Intl.NumberFormat('en');
const brief = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 2 });
const dayName = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

const counted = (count: number): string => whole.format(count);
const compact = (count: number): string => (count < 10_000 ? whole.format(count) : brief.format(count));
const cost = (usd: number | null): string => (usd === null ? 'Not known' : money.format(usd));
const dayText = (day: string): string => dayName.format(new Date(`${day}T00:00:00Z`));
const tokens = ({ tokensIn, tokensOut }: Pick<Day, 'tokensIn' | 'tokensOut'>): number => tokensIn + tokensOut;

const pointsOf = (days: readonly Day[], value: (day: Day, at: number) => number): readonly ChartPoint[] =>
  days.map((day, at) => ({ label: dayText(day.day), value: value(day, at) }));

const messagesText = (count: number): string => `${counted(count)} ${count === 1 ? 'message' : 'messages'}`;

interface ChartsProps {
  readonly of: Overview;
  /** Counts messages of this model alone. */
  readonly model: string;
}

const Charts = ({ of: { days, totals, models }, model }: ChartsProps) => {
  const one = models.find((entry) => entry.model === model);
  return (
    <div className={styles['charts']}>
      <BarChart title={one ? `Messages, ${model}` : 'Messages'} format={messagesText} total={compact(one?.messages ?? totals.messages)}
        points={pointsOf(days, ({ messages }, at) => (one ? one.daily[at] ?? 0 : messages))} />
      <BarChart title="Active people" format={counted} total={compact(totals.activePeople)} points={pointsOf(days, ({ activePeople }) => activePeople)} />
      <BarChart title="Tokens" format={counted} total={compact(tokens(totals))} points={pointsOf(days, tokens)} />
      <BarChart title="Cost" format={cost} total={cost(totals.costUsd)} points={pointsOf(days, ({ costUsd }) => costUsd ?? 0)} />
      <BarChart title="Errors" tone="danger" format={counted} total={compact(totals.errors)} points={pointsOf(days, ({ errors }) => errors)} />
      <BarChart title="Limit hits" format={counted} total={compact(totals.limitHits)} points={pointsOf(days, ({ limitHits }) => limitHits)} />
    </div>
  );
};

const HEAD = ['Model', 'Messages', 'Tokens in', 'Tokens out', 'Cost', 'Errors', 'Limit hits'] as const;

const ModelTable = ({ models }: Pick<Overview, 'models'>) => {
  const most = Math.max(1, ...models.map(({ messages }) => messages));
  if (models.length === 0) return <p className={styles['none']}>No model has answered in this time.</p>;
  return (
    <DataTable label="Use by model" head={HEAD}>
      {models.map(({ model, messages, tokensIn, tokensOut, costUsd, errors, limitHits }) => (
        <tr key={model} className={styles['numbers']}>
          <th scope="row" className={styles['model']}>
            {model}
            <svg aria-hidden="true" viewBox="0 0 100 3" preserveAspectRatio="none"><rect width={(messages / most) * 100} height="3" /></svg>
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

const Choices = ({ days, onDays, models, model, onModel }: ChoicesProps) => (
  <div className={styles['choices']}>
    <Field label="Time">
      {(control) => (
        <Select {...control} value={days} onText={(text) => onDays(Number(text))}>
          {RANGES.map((range) => <option key={range} value={range}>{`Last ${range} days`}</option>)}
        </Select>
      )}
    </Field>
    <Field label="Messages of">
      {(control) => (
        <Select {...control} value={model} onText={onModel}>
          <option value="">All models</option>
          {models.map((entry) => <option key={entry.model} value={entry.model}>{entry.model}</option>)}
        </Select>
      )}
    </Field>
  </div>
);

const Use = () => {
  const [days, setDays] = useState<number>(DEFAULT_RANGE);
  const [model, setModel] = useState('');
  const { data, isError, isFetching, refetch } = peopleApi.useOverviewQuery(days, { refetchOnMountOrArgChange: true });
  return (
    <>
      <Choices days={days} onDays={setDays} models={data?.models ?? []} model={model} onModel={setModel} />
      {isError ? (
        <Notice tone="danger" action={<Button size="s" busy={isFetching} onClick={() => void refetch()}>Try again</Button>}>Failed to load the overview</Notice>
      ) : null}
      {!data && !isError ? <Skeleton lines={8} label="Loading the overview" /> : null}
      {data ? <Charts of={data} model={model} /> : null}
      {data ? <Card title="By model" note="Days are counted in UTC."><ModelTable models={data.models} /></Card> : null}
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
