import { writeEditedArtifacts } from '../../shared/outside-chat.ts';
import { escapeMarkdown } from '../../shared/escape-markdown.ts';
import { toInertMarkdown } from '../../shared/inert-markdown.ts';
import { withLists } from '../../shared/with-lists.ts';
import type { Message, AccountData } from './account-data.ts';
import type { ListedFile } from './ports.ts';
import { ReadableMessages } from './readable-messages.ts';
import { shownPath, ShownArtifacts } from './shown-artifacts.ts';

type Chats = AccountData['chats'] extends AsyncIterable<infer Each> ? Each : never;

const TIMESTAMP_LENGTH = 16;
const formatTimestamp = (at: number): string =>
  `${new Date(at).toISOString().slice(0, TIMESTAMP_LENGTH).replace('T', ' ')} UTC`;

const formatProfile = ({ user, exportedAt, subscriptions, groups, tools, instruction }: AccountData): string =>
  [
    '# My data',
    '',
    `Exported ${formatTimestamp(exportedAt)}.`,
    '',
    '## Profile',
    '',
    `- Name: ${escapeMarkdown(user.name)}`,
    ...(user.email === null ? [] : [`- Email: ${escapeMarkdown(user.email)}`]),
    ...(user.phoneNumber === null ? [] : [`- Phone: ${escapeMarkdown(user.phoneNumber)}`]),
    `- Plan: ${user.subscription}`,
    `- Account since: ${formatTimestamp(user.createdAt)}`,
    ...subscriptions.map(
      ({ tier, state, createdAt }) => `- Subscription: ${tier}, ${state}, since ${formatTimestamp(createdAt)}`,
    ),
    ...groups.map(({ name, since }) => `- Group: ${escapeMarkdown(name)}, since ${formatTimestamp(since)}`),
    ...tools.servers.map(({ name, url }) => `- Server of tools: ${escapeMarkdown(name)}, ${escapeMarkdown(url ?? '')}`),
    '',
    ...(instruction === undefined ? [] : ['## My own instruction', '', toInertMarkdown(instruction), '']),
  ].join('\n');

const formatTurn = (message: Message, content: string, isShown: boolean): string => {
  const who =
    message.role === 'user' ? 'You' : `Assistant${message.model === null ? '' : ` (${escapeMarkdown(message.model)})`}`;
  const marks = [isShown ? '' : 'another version', message.status === 'complete' ? '' : message.status].filter(
    (mark) => mark !== '',
  );
  const heading = `### ${who} — ${formatTimestamp(message.at)}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`;
  const text = toInertMarkdown(content);
  return `${heading}\n\n${text}\n${formatSynthesis(message)}${formatCorrections(message)}`;
};

const formatSynthesis = ({ details }: Message): string =>
  details && details.synthesis !== '' ? `\n**In short**\n\n${toInertMarkdown(details.synthesis)}\n` : '';

const oneLine = (text: string): string => toInertMarkdown(text.replace(/\s+/g, ' '));

const formatCorrections = ({ details }: Message): string => {
  const lines = (details?.corrections ?? []).map(
    ({ before, after }) => `- Before: ${oneLine(before)}\n  Now: ${oneLine(after)}`,
  );
  return lines.length === 0 ? '' : `\n**Corrected after checking**\n\n${lines.join('\n')}\n`;
};

/** Of a file the name alone: its address leads nowhere outside of the product. */
const formatSource = ({ title, url }: { readonly title: string; readonly url: string }): string =>
  /^https?:/i.test(url)
    ? `- ${escapeMarkdown(title)}: <${url.replace(/[\s<>]/g, encodeURIComponent)}>`
    : `- ${escapeMarkdown(title)}`;

const formatSources = (message: Message): string => {
  const sources = message.details?.sources ?? [];
  return sources.length === 0 ? '' : `\nSources:\n\n${sources.map(formatSource).join('\n')}\n`;
};

async function* formatConversation(each: Chats): AsyncGenerator<string, void> {
  const path = shownPath(each);
  const shown = new Set(path.map(({ id }) => id));
  const { title, createdAt, updatedAt, pinnedAt, archived } = each.chat;
  const place = pinnedAt === null ? (archived ? ' Archived.' : '') : ' Pinned.';
  const complete = withLists(each.chat, path, each.outline);
  yield (
    `\n## ${escapeMarkdown(title)}\n\nBegun ${formatTimestamp(createdAt)}, last changed ` +
    `${formatTimestamp(updatedAt)}.${place}\n\n`
  );
  let separator = '';
  const artifacts = new ShownArtifacts(each);
  const readable = new ReadableMessages(each, shown);
  for await (const batch of artifacts.watch(each.messages)) {
    yield (
      separator +
      batch
        .map((message) => (shown.has(message.id) ? complete(message) : message))
        .map((message) => formatTurn(message, readable.read(message), shown.has(message.id)) + formatSources(message))
        .join('\n')
    );
    separator = '\n';
  }
  const edited = writeEditedArtifacts(artifacts.list(), '####');
  if (edited.length > 0) yield `\n### Artifacts\n\n${edited.join('\n\n')}\n`;
}

const formatFile = ({ name, type, size, createdAt }: ListedFile): string =>
  `- ${escapeMarkdown(name)} (${type}, ${size} bytes, ${formatTimestamp(createdAt)})\n`;

const formatPrompts = ({ prompts }: AccountData): string =>
  prompts.length === 0
    ? ''
    : `\n## Saved prompts\n\n${prompts
        .map(
          ({ command, title, description, text }) =>
            `### ${escapeMarkdown(title)} (/${escapeMarkdown(command)})\n\n` +
            `${description === '' ? '' : `${oneLine(description)}\n\n`}${toInertMarkdown(text)}\n`,
        )
        .join('\n')}`;

/** Profile, saved prompts, files, usage by model, then the conversations with all versions. */
export async function* formatMarkdown(data: AccountData): AsyncGenerator<string, void> {
  yield formatProfile(data);
  yield formatPrompts(data);
  yield '\n## Files\n\n';
  for await (const page of data.files) yield page.map(formatFile).join('');
  yield '\n## Use\n\n';
  const used = new Map<string, { calls: number; tokens: number }>();
  for await (const page of data.calls) {
    for (const { model, inputTokens, outputTokens } of page) {
      const { calls, tokens } = used.get(model) ?? { calls: 0, tokens: 0 };
      used.set(model, { calls: calls + 1, tokens: tokens + inputTokens + outputTokens });
    }
  }
  yield [...used]
    .map(([model, { calls, tokens }]) => `- ${escapeMarkdown(model)}: ${calls} calls, ${tokens} tokens\n`)
    .join('');
  for await (const each of data.chats) yield* formatConversation(each);
}
