import { aPostProcessor } from '../../../support/post-processor.ts';
import { buildDocument } from '../../../../src/domain/citations/reply-document/build-document.ts';
import { checkCitations } from '../../../../src/domain/citations/check-citations.ts';
import type { FinishedAnswer } from '../../../../src/domain/chat/replies/ports/answers.ts';
import { parseSections } from '../../../../src/domain/citations/reply-document/sections.ts';
import type { ReplyDetails } from '../../../../src/shared/reply-details.ts';

const AT = Date.UTC(2026, 0, 2, 3, 4, 5);
const document = (text: string, question = 'why is the sky blue?') =>
  buildDocument({ question, text, citations: null, at: AT });
const outline = (text: string) =>
  parseSections(text).map(
    ({ kind, title, collapsible }) => `${kind}${collapsible ? '*' : ''}${title === null ? '' : `:${title}`}`,
  );

describe('the sections of an answer', () => {
  test.each<[string, string[]]>([
    ['Just a line', ['content']],
    ['# Sky\n\nIt is blue.\n\n## More\n\nText', ['heading:Sky', 'content', 'heading:More', 'content']],
    ['<think>Hmm.</think>\nBlue.', ['reasoning*:Reasoning', 'answer']],
    ['<think>\nHmm, never closed', ['reasoning:Reasoning']],
    ['Hmm, opened by the template.\n</think>\n\nBlue.', ['reasoning*:Reasoning', 'answer']],
    [
      '## Reasoning\n\nA so B.\n\n### Deeper\n\nC.\n\n## Answer\n\nBlue.',
      ['reasoning*:Reasoning', 'heading:Answer', 'answer'],
    ],
    ['## Gedankengang\n\nA.\n\n## Fazit\n\nBlau.', ['reasoning*:Gedankengang', 'heading:Fazit', 'answer']],
    ['Step 1: Look up.\n\nStep 2: See.\n\nSo the sky is blue.', ['stepByStep*', 'answer']],
    ['**Step 1**\n\nLook up.\n\n**Step 2**\n\nSee.\n\nIt is blue.', ['stepByStep*', 'answer']],
    ['## Step 1: Mix\n\nMix it.\n\n## Step 2: Bake\n\nBake it.', ['stepByStep:Step 1: Mix', 'stepByStep:Step 2: Bake']],
    ['How to:\n\n```js\nlet a = 1;\n```\n\nDone.', ['content', 'code:js', 'content']],
    ['- item\n\n  ```js\n  let a = 1;\n  ```\n- next', ['content']],
    ['Searching the web for sky\n\nIt is blue.', ['toolAction*', 'content']],
    ['<tool_call>{"name":"x"}</tool_call>\nBlue.', ['toolAction*:Tools', 'answer']],
    ['The `<think>` tag:\n\n```\n<think>\n```\n', ['content', 'code']],
    ['```\n# no heading\nunclosed', ['code']],
    ['', []],
    [' \n\n ', []],
  ])('%j', (text, expected) => {
    expect(outline(text)).toEqual(expected);
  });

  test('what is folded has its heading as title, not in its text', () => {
    expect(parseSections('## Reasoning\n\nA so B.\n\n## Answer\n\nBlue.')[0]).toEqual({
      kind: 'reasoning',
      title: 'Reasoning',
      text: '\nA so B.\n\n',
      collapsible: true,
    });
  });
});

describe('the document', () => {
  test('is titled by the heading it opens with, else by the question without its order to search', () => {
    expect(document('# The **blue** sky [1]\n\nText').title).toBe('The blue sky');
    expect(document('Text\n\n## Later').title).toBe('Why is the sky blue?');
    expect(document('Text', 'search for   blue skies\nplease').title).toBe('Blue skies');
    expect(document('', '').title).toBe('Answer');
    expect(document('x', 'word '.repeat(100)).title.length).toBeLessThanOrEqual(120);
    expect(document('x').time).toBe('2026-01-02T03:04:05.000Z');
  });

  test('has the first five list items and bold leads as key points, in plain words', () => {
    const { keyPoints } = document(
      '**Cost:** it is [cheap](https://a.b) [1]\n\n- one `a` [2]\n  - nested\n- [x] *two*\n1. three\n2. four\n' +
        '3. five\n',
    );
    expect(keyPoints).toEqual(['Cost: it is cheap', 'one a', 'two', 'three', 'four']);
  });

  test('has no key point that its source does not say, and none of a list of sources', async () => {
    const text =
      '- The tower is 330 metres tall [1]\n- The tower is made of chocolate [1]\n- Nobody marked this\n\n' +
      '## Sources\n\n1. [The tower](https://tower.example)\n';
    const citations = await checkCitations(text, [
      { number: 1, title: 'Tower', snippet: '', text: 'The tower is 330 metres tall.' },
    ]);
    expect(buildDocument({ question: '', text, citations, at: AT }).keyPoints).toEqual([
      'The tower is 330 metres tall',
      'Nobody marked this',
    ]);
  });

  test('sums up the sentences with a citation that holds, a study or a number', async () => {
    const text =
      'Nothing to see in this long sentence. The tower is 330 metres tall [1]. The tower is made of chocolate only ' +
      '[1]. A study of skies was made in earnest. Some 12 people looked up at once.';
    const citations = await checkCitations(text, [
      { number: 1, title: 'Tower', snippet: '', text: 'The tower is 330 metres tall.' },
    ]);
    expect(buildDocument({ question: '', text, citations, at: AT }).academicSummary).toEqual([
      'The tower is 330 metres tall.',
      'A study of skies was made in earnest.',
      'Some 12 people looked up at once.',
    ]);
  });

  test('reads right-to-left and unspaced scripts', () => {
    expect(document('## الجواب\n\nيبلغ عدد سكان القاهرة 10 ملايين نسمة.\n\n- نقطة أولى', 'س').keyPoints).toEqual([
      'نقطة أولى',
    ]);
    expect(document('富士山の標高は3776メートルです。空は青い。', '富士山').academicSummary).toEqual([
      '富士山の標高は3776メートルです。',
    ]);
  });
});

describe('any text at all', () => {
  const PIECES = [
    '# H\n',
    '## Reasoning\n',
    '- item [1]\n',
    '1. x\n',
    '\n\n',
    '```',
    '```js\n',
    '~~~\n',
    '<think>',
    '</think>',
    '| a | b |\n',
    'Step 1: go\n',
    '**bold**',
    '[1]',
    '[1, 2',
    '](x)',
    '![',
    'word. ',
    '12,5 ',
    'שלום ',
    '日本。',
    '\r\n',
    '  ',
    '`',
    '\\',
    '<tool_call>\n',
    '\ud83d',
    '🔍 Search\n',
    '\t- y\n',
  ];
  /** The same texts each time: a small generator with a seed. */
  const texts = (count: number): string[] => {
    let seed = 42;
    const next = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    return Array.from({ length: count }, () =>
      Array.from({ length: 1 + next(60) }, () => PIECES[next(PIECES.length)] ?? '').join(''),
    );
  };

  test('makes a document with all of the text but tags and folded headings: nothing lost or twice', () => {
    const letters = (text: string): string =>
      text.replace(/<\/?(?:think|tool_call)>|## Reasoning/gi, '').replace(/[\s#]/g, '');
    for (const text of texts(400)) {
      const sections = parseSections(text);
      expect(letters(sections.map((section) => section.text).join(''))).toBe(letters(text));
      expect(() => document(text)).not.toThrow();
    }
  });

  test('is checked without a throw, each mark once', async () => {
    for (const text of texts(200)) {
      const { marks } = await checkCitations(text, [{ number: 1, title: 't', snippet: 's', text: 'word item 12,5' }]);
      expect(marks.map(({ index }) => index)).toEqual(marks.map((_, at) => at));
    }
  });

  test.each([
    '[1] ',
    '`',
    '[a](',
    '- x\n',
    '```\n',
    '<think>',
    '*',
    '_',
    '| a ',
    'Step 1: a\n\n',
    'word [1]. ',
    '**a',
    '[',
    '\n',
    '<',
    'a',
    '1,1',
    '![x](y',
    '#',
  ])('200 kB of %j are read', async (piece) => {
    const text = piece.repeat(200_000 / piece.length);
    const citations = await checkCitations(text, [{ number: 1, title: 't', snippet: 's', text: 'word item' }]);
    expect(buildDocument({ question: text, text, citations, at: AT }).keyPoints.length).toBeLessThanOrEqual(5);
  });
});

describe('a reply that has ended', () => {
  const PASSAGE = 'A tower.\nThe tower is 330 metres tall.';
  const clock = { now: () => AT, sleep: () => Promise.resolve() };
  const bare: ReplyDetails = {
    steps: [],
    thinking: '',
    sources: [],
    images: [],
    citations: null,
    document: null,
    corrections: [],
    relatedQuestions: [],
    synthesis: '',
    insteadOf: null,
  };

  const process = (answer: Pick<FinishedAnswer, 'question' | 'text' | 'details' | 'evidence'>) => {
    const writer = { requester: { kind: 'visitor', session: 's', address: 'a' }, model: 'm' } as const;
    const { signal } = new AbortController();
    return aPostProcessor(clock).postProcessor.process(
      { ...answer, writer, isCorrectable: false },
      signal,
      () => undefined,
    );
  };

  test('has its marks checked against all that the model read of a source', async () => {
    const details = {
      ...bare,
      sources: [{ id: 's1', title: 'Tower', url: 'https://a.example/', snippet: 'A tower.' }],
    };
    const evidence = [
      { url: 'https://a.example/', text: 'A tower.' },
      { url: 'https://a.example/', text: 'The tower is 330 metres tall.' },
    ];
    const { details: edited } = await process({
      question: 'How tall?',
      text: 'The tower is 330 metres tall [1].',
      details,
      evidence,
    });
    expect(edited.citations).toEqual({
      checked: 1,
      supported: 1,
      marks: [{ index: 0, source: 1, supported: true, passage: PASSAGE, sentence: 'The tower is 330 metres tall.' }],
    });
    expect(edited.document?.title).toBe('How tall?');
    expect(edited.sources).toBe(details.sources);
  });

  test('has no citations where it has no sources', async () => {
    const { details } = await process({ question: 'q', text: 'An array [1].', details: bare, evidence: [] });
    expect(details.citations).toBeNull();
  });
});
