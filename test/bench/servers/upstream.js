// A fake OpenAI-compatible upstream in a process of its own. It obeys the question's text, `bench <tokens> <every ms>`
// (0 ms: one token of each stream per turn of the event loop), and writes the moment of sending into every token.
import { createServer } from 'node:http';

const FIRST_TOKEN_MS = 20;
const MODEL = 'bench';
const WRAP = 36 ** 6;

const micros = () => Number(process.hrtime.bigint() / 1000n);
const stamp = () => (micros() % WRAP).toString(36).padStart(6, '0');

const frame = (delta, finish = null) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-8f14e45fceea167a5a36dedd4bea2543',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model: MODEL,
    system_fingerprint: 'fp_2f57f81c11',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  })}\n\n`;

const [before, after] = frame({ content: '\u0001' }).split('\\u0001');
const OPENING = frame({ role: 'assistant', content: '' });
const CLOSING =
  `${frame({}, 'stop')}data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 20, completion_tokens: 100 } })}` +
  '\n\ndata: [DONE]\n\n';

let completions = 0;
let cut = [];

const play = (response, tokens, everyMs, arrived) => {
  let left = tokens;
  let timer;
  let gone = false;
  const next = () => {
    const own = left === tokens ? `:${(micros() - arrived).toString(36)}` : '';
    response.write(`${before} ${stamp()}${own}${after}`);
    left -= 1;
    if (left > 0) return true;
    clearInterval(timer);
    response.end(CLOSING);
    return false;
  };
  const race = () => {
    if (gone) return;
    if (response.writableNeedDrain) response.once('drain', race);
    else if (next()) setImmediate(race);
  };
  response.once('close', () => {
    gone = true;
    clearInterval(timer);
    if (left > 0) cut.push(micros());
  });
  response.write(OPENING);
  timer = setTimeout(() => {
    if (everyMs === 0) return race();
    if (next()) timer = setInterval(next, everyMs);
  }, FIRST_TOKEN_MS);
};

const ask = (request, response) => {
  const arrived = micros();
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    completions += 1;
    const [, tokens, everyMs] = /bench (\d+) (\d+)/.exec(JSON.parse(body).messages.at(-1).content);
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
    play(response, Number(tokens), Number(everyMs), arrived);
  });
};

const server = createServer((request, response) => {
  if (request.method === 'POST') return ask(request, response);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({ object: 'list', data: [{ id: MODEL, object: 'model', created: 1, owned_by: 'bench' }] }),
  );
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', 4096, () => process.send({ port: server.address().port }));

process.on('message', () => {
  process.send({ completions, cut });
  completions = 0;
  cut = [];
});
process.on('disconnect', () => process.exit(0));
