import { CHART_LIMITS, CHART_TYPES, InvalidChart, parseChart, writeChartBlock } from '../../shared/chart.ts';
import type { Step } from '../../shared/reply-details.ts';
import type { AgentEvent } from '../chat/replies/ports/agents.ts';
import { endStep, startStep } from './step.ts';
import { InvalidToolArguments, type Tool, type ToolRun } from './tool.ts';
import { STEP_TEXTS } from '../../shared/step-texts.ts';

const MAX_TITLE_CHARACTERS = 120;
const AXIS = { type: 'object', properties: { label: { type: 'string' }, unit: { type: 'string' } } } as const;

/** Draws data: the chart becomes a block of the answer, which the page draws. */
export class ChartTool implements Tool {
  readonly spec = {
    name: 'chart',
    description:
      'Puts a chart into the answer, drawn from data that you give. bar, line and pie: ' +
      '"labels" and one value for each of them in each series, null where there is none; scatter: ' +
      '"values" are pairs [x, y]; table: values may be texts. Use it where numbers are easier to see than to read, ' +
      'with real data only.',
    parameters: {
      type: 'object',
      properties: {
        type: { type: 'string', enum: CHART_TYPES },
        title: { type: 'string', description: 'What it shows' },
        x: AXIS,
        y: AXIS,
        labels: { type: 'array', items: { type: 'string' }, description: `At most ${CHART_LIMITS.labels}` },
        series: {
          type: 'array',
          description: `At most ${CHART_LIMITS.series}; a pie has one`,
          items: {
            type: 'object',
            properties: { name: { type: 'string' }, values: { type: 'array', items: {} } },
            required: ['name', 'values'],
          },
        },
      },
      required: ['type', 'title', 'series'],
      additionalProperties: false,
    },
  };

  startStep({ id, input }: ToolRun): Step {
    const { title } = input;
    const target = typeof title === 'string' ? title.slice(0, MAX_TITLE_CHARACTERS) : null;
    return startStep(id, 'code', STEP_TEXTS.drawingChart, target);
  }

  async *run({ input }: ToolRun, step: Step): AsyncGenerator<AgentEvent, string> {
    const block = writeChartBlock(parse(input));
    yield endStep(step, 'done');
    yield { type: 'text', text: `\n\n${block}\n\n` };
    return 'The chart is part of the answer now, above what you write next. Do not repeat its data: say what it shows.';
  }
}

const parse = (input: ToolRun['input']): ReturnType<typeof parseChart> => {
  try {
    return parseChart(input);
  } catch (error) {
    if (error instanceof InvalidChart) throw new InvalidToolArguments(`The chart is not valid: ${error.message}`);
    throw error;
  }
};
