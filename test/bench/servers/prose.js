// A fake OpenAI-compatible upstream for the page: it answers `prose <tokens>` with that many tokens of
// Markdown, four of them each 16 ms (a frame of the screen), and anything else with a title. An argument says
// how many models it lists.
import { createServer } from 'node:http';

const EACH_MS = 16;
const AT_ONCE = 4;
const END = 'Here it ends.';

const MAKERS = ['Acme', 'Globex', 'Initech', 'Umbrella', 'Hooli'];
const MODELS = Array.from({ length: Number(process.argv[2] ?? 1) }, (_, index) => ({
  id: index === 0 ? 'bench' : `${MAKERS[index % MAKERS.length].toLowerCase()}/model-${index}`,
  object: 'model',
  created: index + 1,
  owned_by: index === 0 ? 'bench' : MAKERS[index % MAKERS.length],
}));

const BLOCKS = [
  '## What happens in the pan\n\n',
  'The batter **rests for an hour** so that the flour takes up the milk; see [the ' +
    'notes](https://example.org/notes) or `rest()` below, and mind that a hot pan matters more than any *secret* of ' +
    'the cook. Nine people eat about thirty of them, a few more when there is jam, and rather fewer when the weather ' +
    'is warm and the evening long.\n\n',
  '- flour, a pound of it\n- eggs, **six** or seven\n- milk until it runs from the spoon\n- a pinch of `salt`\n\n',
  'Turn each one when its edge comes away by itself, not before. The first is always for the cook, who then knows ' +
    'whether the pan wants more butter or less heat, and it is never counted among the thirty that the table is ' +
    'waiting for.\n\n',
  '```js\nconst rest = (batter, minutes) => {\n  if (minutes > 0) return rest(batter, minutes - 1);\n' +
    '  return { ...batter, rested: true };\n};\n```\n\n',
  '| people | eggs | milk |\n|---|---|---|\n| three | two | a pint |\n| nine | six | three pints |\n\n',
  '1. heat the pan\n2. pour a ladle\n3. turn when it lets go\n\n',
];

/** Words with the space or line break after them: about what a model's tokens are. */
const WORDS = BLOCKS.join('').match(/\S+\s*/g);

const frame = (delta, finish = null) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model: 'bench',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`;

const finish = (response) => response.end(`${frame({}, 'stop')}data: [DONE]\n\n`);

const play = (response, tokens) => {
  let sent = 0;
  const begun = performance.now();
  const timer = setInterval(() => {
    const due = Math.min(tokens, Math.floor((performance.now() - begun) / EACH_MS) * AT_ONCE);
    let frames = '';
    for (; sent < due; sent += 1) frames += frame({ content: WORDS[sent % WORDS.length] });
    if (frames !== '') response.write(frames);
    if (sent < tokens) return;
    clearInterval(timer);
    response.write(frame({ content: `\n\n${END}` }));
    finish(response);
  }, EACH_MS);
  response.once('close', () => clearInterval(timer));
};

const answer = (body, response) => {
  const { messages, stream } = JSON.parse(body);
  const tokens =
    messages.length === 1 || !/title/i.test(messages[0].content)
      ? /prose (\d+)/.exec(messages.at(-1).content)?.[1]
      : undefined;
  if (!stream) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        model: 'bench',
        choices: [{ index: 0, message: { role: 'assistant', content: 'Pancakes' }, finish_reason: 'stop' }],
      }),
    );
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  response.write(frame({ role: 'assistant', content: '' }));
  if (tokens !== undefined) return play(response, Number(tokens));
  response.write(frame({ content: 'Pancakes' }));
  finish(response);
};

const server = createServer((request, response) => {
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ object: 'list', data: MODELS }));
    return;
  }
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => answer(body, response));
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit(0));
