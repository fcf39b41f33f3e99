import { checkCitations } from '../../../src/domain/agents/check-citations.ts';
import { EXAMPLES, SOURCES, type Example } from './data/cited-sentences.ts';

const isFound = async ({ source, sentence }: Example): Promise<boolean> => {
  const cited = [{ number: 1, title: source, snippet: '', text: SOURCES[source] ?? '' }];
  const { marks } = await checkCitations(`${sentence} [1]`, cited);
  return marks[0]?.supported ?? false;
};

const PRECISION = 0.95;
const RECALL = 0.9;

describe(`citations of ${EXAMPLES.length} sentences checked by hand`, () => {
  test(`of what is called supported at least ${PRECISION * 100} % is, and at least ${RECALL * 100} % of what is supported is found`, async () => {
    const judged = await Promise.all(EXAMPLES.map(async (example) => ({ ...example, found: await isFound(example) })));
    const right = judged.filter(({ found, holds }) => found && holds).length;
    const precision = right / judged.filter(({ found }) => found).length;
    const recall = right / judged.filter(({ holds }) => holds).length;
    const wrong = judged.filter(({ found, holds }) => found !== holds).map(({ why, found, sentence }) => `${why}, ${found ? 'called supported' : 'not found'}: ${sentence}`);
    if (process.env['SHOW_CITATIONS']) process.stdout.write(`${JSON.stringify({ precision, recall })}\n${wrong.join('\n')}\n`);
    expect({ precision: precision >= PRECISION, recall: recall >= RECALL, wrong: precision >= PRECISION && recall >= RECALL ? [] : wrong })
      .toEqual({ precision: true, recall: true, wrong: [] });
  });
});
