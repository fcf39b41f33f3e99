import { readFileSync } from 'node:fs';

import { z } from 'zod';

import { fieldsOf } from '../../src/adapters/http/pages/schema-fields.ts';
import { ROUTES } from '../../src/contract/all-routes.ts';
import { REPLY_FRAMES } from '../../src/contract/reply-frames.ts';
import { DONE, encodeEvent, EVENT_TYPES, type EventOf, type EventType } from '../../src/shared/reply-event.ts';
import { SPECIFIED, SPECIFIED_EVENTS } from './specified.ts';

const PARTS = ['params', 'query', 'body', 'reply'] as const;
const toJson = (schema: z.ZodType, part: (typeof PARTS)[number]) =>
  z.toJSONSchema(schema, { io: part === 'reply' ? 'output' : 'input', unrepresentable: 'any' });

const specifiedFields = (call: string, part: (typeof PARTS)[number]): readonly string[] => {
  const found = new Map<string, { readonly [P in (typeof PARTS)[number]]?: z.ZodType }>(Object.entries(SPECIFIED));
  const schema = found.get(call)?.[part];
  return schema ? fieldsOf(toJson(schema, part)).map(({ path }) => path) : [];
};

// The fields of /v1 are OpenAI's, and described there.
const OWN_ROUTES = ROUTES.filter(({ path }) => path.startsWith('/api/'));

const callOf = ({ method, path }: (typeof ROUTES)[number]) => `${method} ${path}`;

const links = { icon: '/api/site-icon?id=1', preview: '/api/image?u=1' };
const source = { id: 's1', title: 'Tides', url: 'https://example.org', snippet: 'Twice a day', icon: links.icon };
const image = { url: 'https://example.org/a.png', alt: 'Sea', caption: '', source: '', preview: links.preview };
const hit = { url: 'https://example.org', title: 'Tides', snippet: '', content: '', description: '' };
const reply = { replyId: 'r', model: 'm', cached: false, agentType: null, maxIterations: null };
const found = { id: 'st1', kind: 'search', label: 'Searching', state: 'done' } as const;
const checked = { checked: 1, supported: 1, marks: [{ index: 0, source: 1, supported: true, passage: 'Twice' }] };

const SAMPLES: { readonly [T in EventType]: Omit<EventOf<T>, 'type'> } = {
  meta: { ...reply, chatId: 'c', messageId: 'a' },
  text: { text: 'Hi' },
  sources: { sources: [source] },
  images: { images: [image] },
  tool_result: { toolName: 'web_search', results: [hit], images: [image] },
  step: { step: { ...found, target: null, output: null, code: null } },
  thinking: { text: 'Hm' },
  corrections: { corrections: [{ at: 0, before: 'Thrice', after: 'Twice' }] },
  citations: { citations: checked },
  seal: { seal: 'f' },
  error: { error: 'Failed', code: 'INTERNAL_ERROR', message: 'Again' },
  checking: {},
  saving: {},
  end: { status: 'complete' },
  done: {},
  title: { title: 'Tides' },
  related: { questions: [{ id: 'q1', text: 'Why?', category: 'deeper' }] },
  synthesis: { text: 'In short' },
  close: {},
};

interface Frame {
  readonly name: string;
  readonly data: unknown;
}

/** What a client reads of an event. */
const framesOf = (type: EventType): readonly Frame[] => {
  const text = encodeEvent(1, { type, ...SAMPLES[type] } as EventOf<EventType>); // as: the compiler loses the pairing
  return text.split('\n\n').flatMap((block) => {
    const data = /^data: (.*)$/m.exec(block)?.[1];
    return data === undefined || data === DONE
      ? []
      : [{ name: /^event: (.*)$/m.exec(block)?.[1] ?? '', data: JSON.parse(data) as unknown }];
  });
};

const isAnswer = (data: unknown) =>
  typeof data === 'object' && data !== null && ('content' in data || 'choices' in data);

describe('the description of the HTTP API', () => {
  test('explains every field that the specification does not name', () => {
    const unexplained = OWN_ROUTES.flatMap((route) =>
      PARTS.flatMap((part) => {
        const specified = new Set(specifiedFields(callOf(route), part));
        return fieldsOf(toJson(route[part], part))
          .filter(({ path, description }) => !specified.has(path) && description === undefined)
          .map(({ path }) => `${callOf(route)} ${part}: ${path}`);
      }),
    );
    expect(unexplained).toEqual([]);
  });

  test('has every field that the specification names', () => {
    const missing = Object.keys(SPECIFIED).flatMap((call) => {
      const route = OWN_ROUTES.find((each) => callOf(each) === call);
      if (!route) return [call];
      return PARTS.flatMap((part) => {
        const served = new Set(fieldsOf(toJson(route[part], part)).map(({ path }) => path));
        return specifiedFields(call, part)
          .filter((path) => !served.has(path))
          .map((path) => `${call} ${part}: ${path}`);
      });
    });
    expect(missing).toEqual([]);
  });

  test('has every event of a reply’s stream as it is sent, each field explained', () => {
    const frames = EVENT_TYPES.flatMap(framesOf);
    expect([...new Set(frames.map(({ name }) => name))].toSorted()).toEqual(Object.keys(REPLY_FRAMES).toSorted());
    const misdescribed = frames.filter(({ name, data }) => {
      const schema = REPLY_FRAMES[name];
      return !schema?.safeParse(data).success;
    });
    expect(misdescribed).toEqual([]);
    const unexplained = Object.entries(REPLY_FRAMES).flatMap(([name, schema]) =>
      fieldsOf(toJson(schema, 'reply'))
        .filter(({ description }) => description === undefined)
        .map(({ path }) => `${name}: ${path}`),
    );
    expect(unexplained).toEqual([]);
  });

  test('lets a client that knows only the specified events read the same text', () => {
    const frames = EVENT_TYPES.flatMap(framesOf);
    expect(frames.filter(({ data }) => isAnswer(data)).map(({ name }) => name)).toEqual(['']);
    for (const [name, schema] of Object.entries(SPECIFIED_EVENTS)) {
      const first = frames.find((frame) => frame.name === name);
      expect([name, schema.safeParse(first?.data).success]).toEqual([name, true]);
    }
  });

  test('names every added call in docs/http-api.md', () => {
    const page = readFileSync('docs/http-api.md', 'utf8');
    const listed = page.slice(page.indexOf('Added calls'), page.indexOf('## Events'));
    const patterns = [...listed.matchAll(/`(?:([A-Z]+) )?(\/[^`]+)`/g)].map(([, method, pattern = '']) => ({
      method: method?.toLowerCase(),
      pattern,
    }));
    const isListed = (route: (typeof ROUTES)[number]) =>
      patterns.some(
        ({ method, pattern }) =>
          (method === undefined || method === route.method) &&
          (pattern.endsWith('*') ? route.path.startsWith(pattern.slice(0, -1)) : route.path === pattern),
      );
    const missing = ROUTES.filter((route) => !(callOf(route) in SPECIFIED) && !isListed(route));
    expect(missing.map(callOf)).toEqual([]);
  });

  test('has each event of a stream there once, but the two of the beginning and the end', () => {
    const page = readFileSync('docs/http-api.md', 'utf8');
    const names = [...page.slice(page.indexOf('## Events')).matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(names).toContain('step');
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual(['meta']);
  });

  test('names every field there that was added to a call or an event of the specification', () => {
    const page = readFileSync('docs/http-api.md', 'utf8');
    const nameOf = (path: string) =>
      path
        .split(/[.[\]]+/)
        .filter(Boolean)
        .at(-1) ?? path;
    /** What lies within an added field is told by its description. */
    const addedTo = (where: string, schema: unknown, specified: readonly string[]) => {
      const paths = fieldsOf(schema)
        .map(({ path }) => path)
        .filter((path) => !specified.includes(path));
      return paths
        .filter((path) => !paths.some((other) => path !== other && /^[.[{]/.test(path.replace(other, ''))))
        .map((path) => [where, nameOf(path)] as const);
    };
    const added = OWN_ROUTES.filter((route) => callOf(route) in SPECIFIED).flatMap((route) =>
      PARTS.flatMap((part) => addedTo(callOf(route), toJson(route[part], part), specifiedFields(callOf(route), part))),
    );
    const specifiedEvents = new Map<string, z.ZodType>(Object.entries(SPECIFIED_EVENTS));
    const events = Object.entries(REPLY_FRAMES).flatMap(([name, schema]) => {
      const known = specifiedEvents.get(name);
      const specified = known ? fieldsOf(toJson(known, 'reply')).map(({ path }) => path) : [];
      return addedTo(name, toJson(schema, 'reply'), specified);
    });
    const missing = [...added, ...events].filter(([, name]) => !page.includes(`\`${name}\``));
    expect([...new Set(missing.map(([where, name]) => `${where}: ${name}`))]).toEqual([]);
  });
});
