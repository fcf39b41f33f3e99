import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import {
  streamsToolCalls,
  type ScriptedResponse,
  streamsText,
  startOpenAiServer,
} from '../../vendors/openai-server.ts';
import { Database } from '../../../src/adapters/sql/database.ts';
import { chatIdOf } from '../../support/builders.ts';
import { startMcpServer } from '../../vendors/mcp-server.ts';
import { median, pause } from '../support/figures.ts';
import { cpuMs, type Target } from '../support/processes.ts';
import { type BenchUser, createUsers } from '../support/users.ts';
import type { Row, Table } from '../support/report.ts';
import { inFolder, startParley, withTargets } from '../support/targets.ts';

/** What the fake vendors take before they answer. */
const MODEL_MS = 300;
const SEARCH_MS = 400;
const PAGE_MS = 500;
const SOURCES = 5;
const ROUNDS = 7;
const OVERHEAD = 10;

const QUESTION = 'How would one bake pancakes for nine people?';
const PLACES = ['Lisbon', 'Oslo', 'Cairo', 'Lima', 'Kyoto'];

/** Texts so far apart that none is taken for a copy of another. */
const factsOf = (at: number): string =>
  Array.from(
    { length: 40 },
    (_, line) =>
      `In ${PLACES[at] ?? ''} recipe ${at * 100 + line} takes ${line + 2} eggs, ${at + 3} spoons of flour${at} and ` +
      `${line * 7 + at} minutes of rest${at}.`,
  ).join(' ');

const serve = (delayMs: number, type: string, body: () => string): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((request, response) => {
      request.resume();
      setTimeout(() => response.writeHead(200, { 'Content-Type': type }).end(body()), delayMs);
    });
    server.listen(0, '127.0.0.1', () => resolve(server));
  });

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

/**
 * Wishes for a search, then for all pages at once, then answers; without tools or with the
 * search made for it, it answers.
 */
const researcher =
  (pages: readonly string[]): ScriptedResponse =>
  async (wire, request) => {
    await pause(MODEL_MS);
    const said = JSON.stringify(request.body['messages']);
    const brought = said.split('"role":"tool"').length - 1;
    const search = streamsToolCalls('', { id: 's', name: 'tavily_search', pieces: ['{"query":"pancakes"}'] });
    const read = streamsToolCalls(
      '',
      ...pages.map((url, at) => ({ id: `p${at}`, name: 'fetch_url', pieces: [JSON.stringify({ url })] })),
    );
    const answer = streamsText('Two eggs and three spoons of flour ', '[1], ', 'and some rest ', '[2].');
    const plan = brought === 0 && !said.includes('Lisbon') ? search : brought === 1 ? read : answer;
    await plan(wire, request);
  };

/** The tidying of hits keeps no copies, so each has words of its own. */
const startVendors = async () => {
  const sites = await Promise.all(
    PLACES.map((place, at) =>
      serve(
        PAGE_MS,
        'text/html',
        () =>
          `<html><head><title>${place}</title></head><body><article><h1>${place}</h1><p>${factsOf(at)}` +
          '</p></article></body></html>',
      ),
    ),
  );
  const pages = sites.map(addressOf);
  const results = pages.map((url, at) => ({
    url,
    title: PLACES[at],
    content: factsOf(at).slice(0, 400),
    score: 1 - at / 10,
    raw_content: null,
  }));
  const search = await serve(SEARCH_MS, 'application/json', () =>
    JSON.stringify({ query: 'pancakes', images: [], results }),
  );
  const model = await startOpenAiServer({ reply: researcher(pages) });
  return {
    env: {
      OPENAI_COMPATIBLE_BASE_URL: model.url,
      OPENAI_COMPATIBLE_MODEL: 'bench',
      LLM: '',
      TAVILY_API_KEY: 'bench',
      TAVILY_BASE_URL: addressOf(search),
      OUTBOUND_ALLOWED: '127.0.0.0/8',
    },
    close: async () => {
      for (const server of [...sites, search]) server.close().closeAllConnections();
      await model.close();
    },
  };
};

interface Seen {
  readonly sources: number;
  readonly text: number;
  readonly end: number;
}

/** Milliseconds from the question to the first source, the first word and the end, as a page would see them. */
const research = async (port: number, { token }: BenchUser, body: Readonly<Record<string, unknown>>): Promise<Seen> => {
  const asked = performance.now();
  const since = () => performance.now() - asked;
  const answer = await fetch(`http://127.0.0.1:${port}/api/agent/stream`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: QUESTION, agentType: 'research_agent', ...body }),
  });
  let [heard, sources, text] = ['', 0, 0];
  for await (const piece of answer.body ?? []) {
    heard += Buffer.from(piece).toString('utf8');
    if (sources === 0 && heard.includes('event: sources')) sources = since();
    if (text === 0 && heard.includes('data: {"content"')) text = since();
  }
  if (sources === 0 || text === 0)
    throw new Error(`no sources or no text came: ${answer.status} ${heard.slice(0, 800)}`);
  return { sources, text, end: since() };
};

const against = (what: string, seen: readonly number[], fixed: number): Row => ({
  what,
  measured: (median(seen) / fixed - 1) * 100,
  unit: '%',
  target: OVERHEAD,
  note: `${median(seen).toFixed(0)} ms; the vendors' delays add up to ${fixed} ms; median of ${ROUNDS}`,
});

const TOOLS = 5;
const PLAIN_QUESTIONS = 60;
const PLAIN_ROUNDS = 7;

/** Milliseconds of processor time that a question of a chat without tools takes. */
const plainCpu = async ({ pid, port }: Target, { token }: BenchUser): Promise<number> => {
  const before = cpuMs(pid);
  for (let count = 0; count < PLAIN_QUESTIONS; count += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/ai/groq`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        messages: [{ role: 'user', content: QUESTION }],
        chatId: chatIdOf(Math.random().toString(36).slice(2)),
        messageId: `m${count}`,
        temperature: 0.5 + Math.random() / 10,
        stream: true,
      }),
    });
    if (!(await answer.text()).includes('[DONE]')) throw new Error(`no answer: ${answer.status}`);
  }
  return (cpuMs(pid) - before) / PLAIN_QUESTIONS;
};

/** What chats without tools pay for tools that others have: two processes in turn, one with a server of five tools. */
const withoutTools = (): Promise<Row> =>
  inFolder((folder) =>
    withTargets(async (keep) => {
      const model = await startOpenAiServer({ reply: streamsText('Two eggs ', 'and three spoons ', 'of flour.') });
      const server = await startMcpServer();
      server.tools = Array.from({ length: TOOLS }, (_, at) => ({
        name: `tool${at}`,
        inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
      }));
      const env = {
        OPENAI_COMPATIBLE_BASE_URL: model.url,
        OPENAI_COMPATIBLE_MODEL: 'bench',
        LLM: '',
        OUTBOUND_ALLOWED: '127.0.0.0/8',
      };
      const start = async (name: string) => {
        const databaseUrl = `sqlite:${join(folder, `${name}.db`)}`;
        const [person] = await createUsers(databaseUrl, 1);
        if (!person) throw new Error('nobody to ask');
        const database = await Database.open(databaseUrl);
        await database.connection('users').update({ is_admin: true });
        await database.close();
        return { person, target: await keep(startParley({ databaseUrl, folder: join(folder, name), env })), seen: [0] };
      };
      try {
        const [none, five] = [await start('none'), await start('five')];
        const added = await fetch(`http://127.0.0.1:${five.target.port}/api/admin/tool-servers`, {
          method: 'POST',
          headers: { authorization: `Bearer ${five.person.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ name: 'Notes', url: server.url }),
        });
        if (added.status !== 201) throw new Error(`the server was not added: ${await added.text()}`);
        for (let round = 0; round <= PLAIN_ROUNDS; round += 1)
          for (const each of [none, five]) each.seen[round] = await plainCpu(each.target, each.person);
        const [without, configured] = [median(none.seen.slice(1)), median(five.seen.slice(1))];
        return {
          what: `a question without tools, where ${TOOLS} tools are configured: processor time beyond none`,
          measured: (configured / without - 1) * 100,
          unit: '%',
          target: 5,
          note: `${configured.toFixed(2)} against ${without.toFixed(2)} ms a question; median of ${PLAIN_ROUNDS}`,
        };
      } finally {
        await Promise.all([model.close(), server.close()]);
      }
    }),
  );

/** What agents add to the time that models, searches and pages take by themselves. */
export const agents = (): Promise<Table[]> =>
  inFolder((folder) =>
    withTargets(async (keep) => {
      const databaseUrl = `sqlite:${join(folder, 'bench.db')}`;
      const [person] = await createUsers(databaseUrl, 1);
      if (!person) throw new Error('nobody to ask');
      const vendors = await startVendors();
      try {
        const { port } = await keep(startParley({ databaseUrl, folder, env: vendors.env }));
        const runs = async (body: Readonly<Record<string, unknown>>): Promise<Seen[]> => {
          const seen: Seen[] = [];
          for (let round = 0; round <= ROUNDS; round += 1)
            seen.push(await research(port, person, { ...body, message: `${QUESTION} ${round}` }));
          return seen.slice(1); // the first one loads what only agents need
        };
        const [searched, researched] = [await runs({ mode: 'search' }), await runs({})];
        const gaps = searched.map(({ sources, text }) => text - sources);
        return [
          {
            title: 'Agents: overhead over the vendors’ own delays',
            rows: [
              against(
                'a search: first source shown',
                searched.map(({ sources }) => sources),
                SEARCH_MS,
              ),
              against('a search: first token after its sources', gaps, MODEL_MS),
              against(
                'research: first source shown',
                researched.map(({ sources }) => sources),
                MODEL_MS + SEARCH_MS,
              ),
              against(
                `research with ${SOURCES} pages read: whole run`,
                researched.map(({ end }) => end),
                3 * MODEL_MS + SEARCH_MS + PAGE_MS,
              ),
              await withoutTools(),
            ],
          },
        ];
      } finally {
        await vendors.close();
      }
    }),
  );
