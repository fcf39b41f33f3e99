import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { parseChart, writeChartBlock } from '../../../../src/shared/chart.ts';
import { ArtifactAnswersContext } from '../../../../web/features/artifacts/artifact-answers.ts';
import { ArtifactCard } from '../../../../web/features/artifacts/artifact-card.tsx';
import { OutsideBlock, writeAnswer } from '../../../../web/features/artifacts/outside-parts.ts';
import { ChartFigure } from '../../../../web/features/artifacts/chart/chart-figure.tsx';
import { ticksFor } from '../../../../web/features/artifacts/chart/ticks.ts';
import { setLanguage } from '../../../../web/lib/i18n/translations.ts';

afterEach(() => act(() => setLanguage('en')));

const series = [
  { name: '2025', values: [10, -4, null] },
  { name: '2026', values: [1200, 8, 3.5] },
];
const sales = parseChart({
  type: 'bar',
  title: 'Sales',
  x: 'Month',
  y: { label: 'Sold', unit: '€' },
  labels: ['Jan', 'Feb', 'Mar'],
  series,
});
const show = (of: object) => render(<ChartFigure chart={parseChart({ ...sales, ...of })} name="Sales" />);

test('a column of a chart without a name has an empty cell, not an empty head', () => {
  show({ x: '' });
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['2025 (€)', '2026 (€)']);
});

test('a chart is named, and its data are a table for who cannot see it; on request for everybody', async () => {
  const { container } = show({});
  expect(screen.getByRole('figure', { name: 'Sales' })).toBeInTheDocument();
  const rows = within(screen.getByRole('table', { name: 'Sales' })).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Month2025 (€)2026 (€)',
    'Jan101,200',
    'Feb-48',
    'Mar–3.5',
  ]);
  expect(container.querySelectorAll('[role="group"] rect[rx]')).toHaveLength(5);
  expect(container.querySelector('.visually-hidden > table')).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show the data' }));
  expect(container.querySelector('.visually-hidden > table')).toBeNull();
});

test('the arrow keys read the values of a chart', async () => {
  show({});
  const said = () => screen.getByRole('status').textContent;
  act(() => screen.getByRole('group', { name: 'Sales: the arrow keys read its values' }).focus());
  await userEvent.keyboard('{ArrowRight}');
  expect(said()).toBe('Jan: 2025 10 €, 2026 1,200 €');
  await userEvent.keyboard('{End}');
  expect(said()).toBe('Mar: 2025 –, 2026 3.5 €');
  await userEvent.keyboard('{ArrowLeft}');
  expect(said()).toBe('Feb: 2025 -4 €, 2026 8 €');
  await act(() => setLanguage('de'));
  await userEvent.keyboard('{Home}');
  expect(said()).toBe('Jan: 2025 10 €, 2026 1.200 €');
  await userEvent.keyboard('{Escape}');
  expect(said()).toBe('');
});

test('a line stops where a value is missing; points and slices are one mark each, a table is only a table', () => {
  const pathOf = (of: object) => {
    const { container, unmount } = show(of);
    const found = [...container.querySelectorAll('[role="group"] svg path')].map(
      (path) => path.getAttribute('d') ?? '',
    );
    unmount();
    return found;
  };
  const [line = ''] = pathOf({ type: 'line', series: [{ name: 'a', values: [1, null, 3] }] });
  expect(line.match(/[ML]/g)).toEqual(['M', 'M']);
  expect(
    pathOf({
      type: 'scatter',
      series: [
        {
          name: 'a',
          values: [
            [1, 2],
            [3, 4],
          ],
        },
      ],
    }),
  ).toHaveLength(2);
  expect(pathOf({ type: 'pie', series: [{ name: 'a', values: [1, 0, 3] }] })).toHaveLength(2);
  expect(pathOf({ type: 'pie', series: [{ name: 'a', values: [0, 0, 3] }] })[0]).toMatch(/^M0,-100A.*A.*Z$/);
  expect(pathOf({ type: 'table', series: [{ name: 'a', values: ['x', 2, null] }] })).toEqual([]);
});

test('the numbers of an axis are round and span what there is', () => {
  expect(ticksFor([3, 97], { count: 5, fromZero: true })).toEqual([0, 20, 40, 60, 80, 100]);
  expect(ticksFor([-0.3, 0.12], { count: 5, fromZero: true })).toEqual([-0.3, -0.2, -0.1, 0, 0.1, 0.2]);
  expect(ticksFor([1001, 1004], { count: 3, fromZero: false })).toEqual([1001, 1002, 1003, 1004]);
  expect(ticksFor([5, 5], { count: 5, fromZero: false }).length).toBeGreaterThan(1);
  expect(ticksFor([0], { count: 5, fromZero: true }).length).toBeGreaterThan(1);
  expect(ticksFor([-1e15, 1e15], { count: 5, fromZero: true }).length).toBeLessThan(10);
});

test('in an answer a finished chart is drawn in place and opens beside; what is no chart is a card', async () => {
  const opened: string[] = [];
  const card = (code: string, finished: boolean) => (
    <ArtifactCard
      messageId="m1"
      shown={{ language: 'chart', code, finished }}
      plain={<pre>{code}</pre>}
      onOpen={({ artifact }) => artifact && opened.push(artifact.kind)}
    />
  );
  const block = writeChartBlock(sales).split('\n').slice(1, -1).join('\n');
  const { rerender } = render(card(block, false));
  expect(screen.queryByRole('figure')).toBeNull();
  rerender(card(block, true));
  await userEvent.click(within(screen.getByRole('figure', { name: 'Sales' })).getByRole('button', { name: /beside/ }));
  expect(opened).toEqual(['chart']);
  rerender(card('{"type":"bar","title":"Broken","labels":7}', true));
  expect(screen.queryByRole('figure')).toBeNull();
  expect(screen.getByRole('button', { name: /Broken/ })).toBeInTheDocument();
});

describe('outside of the conversation', () => {
  const rows = Array.from({ length: 20 }, (_, at) => `Line ${at}`).join('\n');
  const whole = `\`\`\`html\n<title>Oven clock</title>\n${rows}\n\`\`\``;
  const editOf = (from: string) => `id: html-oven-clock\n<<<<<<< SEARCH\n${from}\n=======\nrye\n>>>>>>> REPLACE`;
  const answers = [
    { id: 'a1', text: whole },
    {
      id: 'a2',
      text: ['Line 3', 'Nowhere'].map((from) => `\`\`\`artifact-edit\n${editOf(from)}\n\`\`\``).join('\n\n'),
    },
  ];
  const opened: string[] = [];
  const showBlock = (language: string, code: string, isPrinted: boolean) =>
    render(
      <ArtifactAnswersContext value={{ answers, growingId: null }}>
        <OutsideBlock
          messageId="a2"
          shown={{ language, code, finished: true }}
          plain={<pre>{code}</pre>}
          isPrinted={isPrinted}
          onOpen={isPrinted ? undefined : ({ id }) => opened.push(id)}
        />
      </ArtifactAnswersContext>,
    );

  test('a chart is drawn, on paper with its data and without controls; other code stays code', () => {
    const block = writeChartBlock(sales).split('\n').slice(1, -1).join('\n');
    const { container, unmount } = showBlock('chart', block, true);
    expect(screen.getByRole('figure', { name: 'Sales' })).toBeInTheDocument();
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect([...container.querySelectorAll('[tabindex], [role="status"]')]).toEqual([]);
    expect(container.querySelectorAll('div[dir="ltr"] rect[rx]')).toHaveLength(5);
    unmount();
    showBlock('html', rows, false);
    expect(screen.getByText(/Line 19/).tagName).toBe('PRE');
  });

  test('changes are one line, which opens what they made; paper has that below', async () => {
    const { unmount } = showBlock('artifact-edit', editOf('Line 3'), false);
    await userEvent.click(screen.getByRole('button', { name: 'Changes to “Oven clock”' }));
    expect(opened).toEqual(['html-oven-clock']);
    expect(screen.getByText(/rye/)).toHaveTextContent('Line 2 rye Line 4');
    unmount();
    const failed = showBlock('artifact-edit', editOf('Nowhere'), false);
    expect(failed.container.textContent).toBe('Changes to “Oven clock”, which were not applied');
    expect(screen.queryByRole('button')).toBeNull();
    failed.unmount();
    expect(showBlock('artifact-edit', editOf('Line 3'), true).container.textContent).toBe('Changes to “Oven clock”');
  });

  test('a copy has the whole text, and charts as tables', () => {
    expect(writeAnswer(answers, 'a2', answers[1]?.text ?? '')).toBe(
      `${whole.replace('Line 3', 'rye')}\n\n*Changes to “Oven clock”, not applied*`,
    );
    expect(writeAnswer(answers, 'a3', writeChartBlock(sales))).toMatch(
      /^\*\*Sales\*\*\n\n\*Bar chart: Sold by Month\*\n\n\| Month \| 2025 \(€\) \| 2026 \(€\) \|\n/,
    );
    expect(writeAnswer(answers, 'a1', 'Words')).toBe('Words');
  });
});
