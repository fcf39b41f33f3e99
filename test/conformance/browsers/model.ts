import {
  type RecordedRequest,
  type ScriptedResponse,
  streamsPaced,
  streamsText,
  streamsToolCalls,
} from '../../vendors/openai-server.ts';

const EVERYTHING = [
  ...['Sums: $$e^{i\\pi} + 1 = 0$$', '', '```js', 'const answer = 42;', '```', '', '```mermaid', 'flowchart LR'],
  ...['  A[Flour] --> B[Dough]', '```', '', '| Flour | Water |', '|---|---|', '| 500 g | 350 g |', '', 'That is all.'],
].join('\n');

/** Long enough for an artifact. */
const PAGE = [
  ...['```html', '<!doctype html>', '<html>', '<head>', '<title>Bread timer</title>', '</head>', '<body>'],
  ...['<h1>Bread</h1>', '<button id="go">Start</button>', '<p id="out"></p>', '<script>'],
  ...['document.getElementById("go").addEventListener("click", () => {'],
  ...['  document.getElementById("out").textContent = "Started";', '});', '</script>', '</body>', '</html>', '```'],
].join('\n');

const COMPONENT = [
  ...['```jsx', 'import { useState } from "react";', '', '// Counts loaves.', 'export default function Loaves() {'],
  ...['  const [count, setCount] = useState(0);', '  return (', '    <button onClick={() => setCount(count + 1)}>'],
  ...['      Loaves: {count}', '    </button>', '  );', '}', '```'],
].join('\n');

const HELD = 'The free plan counts messages per day, starting again at midnight UTC';
const search = { id: 's1', name: 'web_search', pieces: ['{"query":"plans and ', 'their limits"}'] };

const ANSWERS: Readonly<Record<string, ScriptedResponse>> = {
  Slowly: streamsPaced({ tokens: 2000, everyMs: 20, text: 'word ' }),
  Shortly: streamsPaced({ tokens: 150, everyMs: 20, text: 'word ' }),
  Everything: streamsText(EVERYTHING),
  'A page': streamsText(PAGE),
  'A component': streamsText(COMPONENT),
};

const textOf = (message: unknown): string => {
  const content: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, 'content') : '';
  return typeof content === 'string' ? content : JSON.stringify(content);
};

const researches = ({ body }: RecordedRequest): boolean => JSON.stringify(body['tools'] ?? []).includes('web_search');

/** By what is asked and not by turn: titles, related questions and other calls come when they like. */
export const answersByQuestion: ScriptedResponse = (wire, request) => {
  const { messages } = request.body;
  const texts = Array.isArray(messages) ? messages.map(textOf) : [];
  const question = texts.at(-1) ?? '';
  const scripted = Object.hasOwn(ANSWERS, question) ? ANSWERS[question] : undefined;
  if (scripted) return scripted(wire, request);
  if (texts.some((text) => text.includes('midnight UTC')))
    return streamsText(`## The plans\n\n${HELD} [1].\n`)(wire, request);
  if (researches(request)) return streamsToolCalls('', search)(wire, request);
  return streamsText(`You said: ${question}`)(wire, request);
};
