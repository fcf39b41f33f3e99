import type { Message, OwnData } from './own-data.ts';

type Chats = OwnData['chats'] extends AsyncIterable<infer Each> ? Each : never;

const MINUTE_LENGTH = 16;
const moment = (at: number): string => `${new Date(at).toISOString().slice(0, MINUTE_LENGTH).replace('T', ' ')} UTC`;

/** On one line, and no markup of the file around it. */
const inLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>#|]/g, '\\$&')
    .trim();

const profile = ({ user, exportedAt, subscriptions, instruction }: OwnData): string =>
  [
    '# My data',
    '',
    `Exported ${moment(exportedAt)}.`,
    '',
    '## Profile',
    '',
    `- Name: ${inLine(user.name)}`,
    ...(user.email === null ? [] : [`- Email: ${inLine(user.email)}`]),
    ...(user.phoneNumber === null ? [] : [`- Phone: ${inLine(user.phoneNumber)}`]),
    `- Plan: ${user.subscription}`,
    `- Account since: ${moment(user.createdAt)}`,
    ...subscriptions.map(
      ({ tier, state, createdAt }) => `- Subscription: ${tier}, ${state}, since ${moment(createdAt)}`,
    ),
    '',
    ...(instruction === undefined ? [] : ['## My own instruction', '', instruction, '']),
  ].join('\n');

/** The turns from the beginning to the end of the shown path. */
const shownOf = ({ chat, outline }: Chats): ReadonlySet<string> => {
  const byId = new Map(outline.map((message) => [message.id, message]));
  const shown = new Set<string>();
  const end = chat.leafId ?? outline.at(-1)?.id ?? null;
  for (let at = end; at !== null && !shown.has(at); at = byId.get(at)?.parentId ?? null) shown.add(at);
  return shown;
};

const turn = (message: Message, isShown: boolean): string => {
  const who =
    message.role === 'user' ? 'You' : `Assistant${message.model === null ? '' : ` (${inLine(message.model)})`}`;
  const marks = [isShown ? '' : 'another version', message.status === 'complete' ? '' : message.status].filter(
    (mark) => mark !== '',
  );
  return `### ${who} — ${moment(message.at)}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}\n\n${message.content}\n`;
};

const sourcesOf = (message: Message): string => {
  const sources = message.details?.sources ?? [];
  return sources.length === 0
    ? ''
    : `\nSources:\n\n${sources.map(({ title, url }) => `- ${inLine(title)}: <${url}>`).join('\n')}\n`;
};

async function* conversation(each: Chats): AsyncGenerator<string, void> {
  const shown = shownOf(each);
  const { title, createdAt, updatedAt } = each.chat;
  yield `\n## ${inLine(title)}\n\nBegun ${moment(createdAt)}, last changed ${moment(updatedAt)}.\n\n`;
  let separator = '';
  for await (const piece of each.messages) {
    yield separator + piece.map((message) => turn(message, shown.has(message.id)) + sourcesOf(message)).join('\n');
    separator = '\n';
  }
}

/** For reading: profile, files, what was used by model, then the conversations with all their versions. */
export async function* asMarkdown(data: OwnData): AsyncGenerator<string, void> {
  yield profile(data);
  yield '\n## Files\n\n';
  for await (const page of data.files)
    yield `${page.map(({ name, type, size, createdAt }) => `- ${inLine(name)} (${type}, ${size} bytes, ${moment(createdAt)})`).join('\n')}\n`;
  yield '\n## Use\n\n';
  const used = new Map<string, { calls: number; tokens: number }>();
  for await (const page of data.calls) {
    for (const { model, inputTokens, outputTokens } of page) {
      const { calls, tokens } = used.get(model) ?? { calls: 0, tokens: 0 };
      used.set(model, { calls: calls + 1, tokens: tokens + inputTokens + outputTokens });
    }
  }
  yield [...used]
    .map(([model, { calls, tokens }]) => `- ${inLine(model)}: ${calls} calls, ${tokens} tokens\n`)
    .join('');
  for await (const each of data.chats) yield* conversation(each);
}
