import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';

import { NO_DETAILS } from '../../../../src/shared/reply-details.ts';
import { writeChatFile } from '../../../../web/screens/print/write-chat-file.ts';
import { aMessage, anOpenChat } from '../../support/builders.ts';

interface Node {
  readonly type: string;
  readonly children?: readonly Node[];
}

const kindsOf = (text: string): readonly string[] => {
  const kinds: string[] = [];
  const walk = (node: Node): void => {
    kinds.push(node.type);
    node.children?.forEach(walk);
  };
  ReactMarkdown({ children: text, remarkPlugins: [remarkGfm, () => walk] });
  return kinds;
};

const SPY = '![p](https://spy.example/p.png) <img src="https://spy.example/p.png">';

test('no part of a Markdown file loads anything: title, texts, short summary, corrections, sources', () => {
  const details = {
    ...NO_DETAILS,
    synthesis: SPY,
    corrections: [{ at: 0, before: SPY, after: SPY }],
    sources: [{ id: 's', title: SPY, url: 'https://e.example/', snippet: '' }],
  };
  const path = [aMessage('user', SPY), aMessage('assistant', SPY, { details })];
  const chat = { ...anOpenChat({ id: 'c', title: `A title ${SPY}` } as never), messages: path };
  const kinds = kindsOf(writeChatFile.markdown({ chat, path }));
  expect(kinds.filter((kind) => ['image', 'imageReference', 'html'].includes(kind))).toEqual([]);
});
