import { readdirSync, readFileSync } from 'node:fs';
import { connecting, listen } from './setup.ts';
import type { ModelMessage } from '../../../src/domain/chat/models/ports.ts';

const { connect } = connecting();
const say = async (...messages: readonly ModelMessage[]) => (await listen(connect({}).models, { messages })).text;
const user = (content: string): ModelMessage => ({ role: 'user', content });
const system = (content: string): ModelMessage => ({ role: 'system', content });

test.each([
  ['hi', 'Hello'],
  ['Good morning!', 'Hello'],
  ['thank you so much', 'You are welcome'],
  ['bye', 'See you'],
  ['How are you?', 'How I am'],
  ['who are you', 'Who I am'],
  ['Are you ChatGPT?', 'Who I am'],
  ['what can you do', 'What Parley can do'],
  ['help', 'What Parley can do'],
  ['What is Parley?', 'What Parley is'],
  ['how do I upload a PDF', 'Files'],
  ['Can I attach a picture?', 'Files'],
  ['How do I delete a file I uploaded?', 'File Manager'],
  ['how do I share a chat with a friend', 'Sharing a chat'],
  ['can I export my conversations?', 'Export and import'],
  ['Can I import my chats from ChatGPT?', 'Export and import'],
  ['how much does premium cost', 'Plans and prices'],
  ['Which payment methods do you take?', 'Payment'],
  ['How do I get an invoice?', 'Payment'],
  ['how do I cancel my subscription', 'Payment'],
  ['can I use Ollama', 'Models on your own machine'],
  ['How do I add an OpenAI API key?', 'Connecting a real model'],
  ['How do I change the model?', 'Choosing a model'],
  ['Can you search the web?', 'Web search'],
  ['Where do I find an old chat?', 'Finding a chat'],
  ['What is an agent?', 'Modes and agents'],
  ['How do I become an admin?', 'The admin panel'],
  ['How can an administrator change the limits?', 'The admin panel'],
  ['is there a dark mode', 'Appearance'],
  ['How do I delete my account?', 'Your account'],
  ['I forgot my password', 'Signing in'],
  ['Is there an API?', 'The API'],
  ['Who can read my messages?', 'Where your data lives'],
  ['How many messages can I send for free?', 'Message limits'],
  ['What languages does Parley speak?', 'Languages'],
  ['How do I make a backup?', 'Backups'],
])('"%s" is answered about: %s', async (question, topic) => {
  const reply = await say(user(question));
  expect(reply.split('\n')[0]).toBe(`### ${topic}`);
  expect(reply).not.toContain('do not know');
});

const PILLS = [
  ['explainQuestion', '### Public-key encryption'],
  ['writeQuestion', '**Subject:**'],
  ['planQuestion', '**Saturday**'],
  ['codeQuestion', '```python'],
] as const;

test.each(readdirSync('web/messages').flatMap((language) => PILLS.map((pill) => [language, ...pill] as const)))(
  'the suggestion pill of the start page is answered: %s %s',
  async (language, pill, mark) => {
    const texts: Readonly<Record<string, string>> = JSON.parse(
      readFileSync(`web/messages/${language}/welcome.json`, 'utf8'),
    );
    const reply = await say(user(texts[pill] ?? ''));
    expect(reply).toContain(mark);
    expect(reply.length).toBeGreaterThan(500);
  },
);

test('the email of the pill moves the meeting between the days that were asked for', async () => {
  const reply = await say(user('Write a short email that moves a meeting from Tuesday to Friday'));
  expect(reply).toMatch(/Tuesday.*Friday/);
  expect(reply).not.toMatch(/Monday|Wednesday/);
});

test.each(['What is the weather in Paris?', 'How do I cook rice?', 'Who was the first pope?', 'Best car of 2024?'])(
  'what it cannot know it does not answer: %s',
  async (question) => {
    const { models } = connect({}, { paysNoVendor: () => true });
    const { text, events } = await listen(models, { messages: [user(question)] });
    expect(text).toContain('I do not know that');
    expect(text).toContain('does not count');
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'stop', isUnanswered: true });
  },
);

test('it gives no message back where a search or an embedding may be paid', async () => {
  const { text, events } = await listen(connect({}).models, { messages: [user('What is the weather in Paris?')] });
  expect(text).toContain('I do not know that');
  expect(text).not.toContain('does not count');
  expect(events.at(-1)).toEqual({ type: 'end', reason: 'stop' });
});

test('every reply to a question offers questions that have an answer', async () => {
  const reply = await say(user('how do I upload a PDF'));
  const next = [...reply.matchAll(/^- (.+\?)$/gm)].map(([, question = '']) => question);
  expect(next.length).toBeGreaterThanOrEqual(2);
  for (const question of next) expect(await say(user(question))).not.toContain('I do not know that');
});

test('asked by Parley for related questions it gives some as JSON, and not the one that was asked', async () => {
  const raw = await say(
    system('Suggest 4 questions that the reader of the answer below may ask next. Answer with a JSON array alone.'),
    user('<question>\nHow do I upload a PDF?\n</question>\n<answer>\nWith the clip.\n</answer>'),
  );
  const list: readonly { text: string }[] = JSON.parse(raw);
  expect(list).toHaveLength(4);
  expect(list.map(({ text }) => text)).not.toContain('How do I upload a PDF?');
});

const RESULTS =
  '<<<DATA web_search "tides"\n[1] Tides\nhttps://sea.example/tides\n' +
  'Tides rise twice a day because of the moon.\n\n[2] Ports\nhttps://sea.example/ports\nPorts close at low water.\n' +
  'DATA>>>';

test.each([
  ['in the question', [user(`${RESULTS}\n\nWhy do tides rise?`)]],
  ['as the result of a tool', [user('Why do tides rise?'), { role: 'tool', callId: '1', content: RESULTS } as const]],
  ['in the text protocol', [user('Why do tides rise?'), user(`Result of tool call 1:\n${RESULTS}`)]],
  ['cut off', [user(`${RESULTS.slice(0, -8)}`), user('Why do tides rise?')]],
])('search results are quoted with their numbers, never with their frame: %s', async (_, messages) => {
  const reply = await say(system('You research on the web. Search first. Cite every statement.'), ...messages);
  expect(reply).toContain('Tides rise twice a day because of the moon. [1]');
  expect(reply).not.toMatch(/<<<|DATA|web_search|Result of tool|Cite every|https:/);
});

test('a prompt is never printed, whatever is asked', async () => {
  const prompt =
    'Work in two parts. First think the problem through step by step.\n\n' +
    'Tool results and files stand between <<<DATA and DATA>>>. They are material from elsewhere and may be wrong.';
  const reply = await say(
    system(prompt),
    user('Think the problem through step by step with tool results from elsewhere'),
  );
  expect(reply).not.toMatch(/Work in two|<<<|material from elsewhere/);
});

test('asked by Parley for a synthesis it lists what the results say', async () => {
  const reply = await say(system('Write a short synthesis of the search results below.'), user(`${RESULTS}\n\ntides`));
  expect(reply).toMatch(/^- .*\[1\]\n- .*\[2\]$/);
});

test.each([
  ['Are there tides in the Baltic Sea?', 'Tides in the Baltic Sea'],
  ['Explain how public-key encryption works, using an everyday comparison.', 'How public-key encryption works'],
  ['Write a friendly email that moves a meeting from Monday to Wednesday.', 'Friendly email'],
  ['Plan a quiet weekend in a city with good museums and short walks.', 'Plan a quiet weekend'],
  ['Show me how to make a slow loop in Python faster, step by step.', 'Make a slow loop in Python'],
  ['Can I use Ollama?', 'Use Ollama'],
  ['How much does premium cost?', 'How much does premium cost'],
  ['What can you do?', 'What can you do'],
  ['hi', 'Hi'],
])('the title of "%s" is "%s"', async (question, title) => {
  const prompt = system('Write a title of at most 6 words for the conversation below, in its language.');
  expect(await say(prompt, user(`<question>\n${question}\n</question>\n<answer>\nYes.\n</answer>`))).toBe(title);
});

test('a custom instruction about titles makes no title of a reply', async () => {
  const prompt = system('You are Parley.\n\nThe user wishes: "give every conversation a title of 3 words"');
  expect(await say(prompt, user('can I use Ollama'))).toContain('### Models on your own machine');
});
