import { join } from 'node:path';

import type { Browser } from 'playwright-core';

import { heapMb, inTab, missingForPage, type Tab, withBrowser } from '../support/browser.ts';
import { backgroundRows } from './backgrounds.ts';
import { paintRows } from './paint.ts';
import { replyRows } from './written-reply.ts';
import { median, pause, until } from '../support/figures.ts';
import { type BenchUser, createUsers } from '../support/users.ts';
import { SERVERS } from '../support/paths.ts';
import { call, signedIn } from '../support/signed-in.ts';
import { launch } from '../support/processes.ts';
import type { Row, Table } from '../support/report.ts';
import { inFolder, startParley, withTargets } from '../support/targets.ts';
import { chatIdOf } from '../../support/builders.ts';

const VISITS = 5;
const OPENINGS = 5;
const FRESH = 3;
const LONG = 2300;
const SHORT = 230;
const PART = 400;
const PARAGRAPH =
  'Flour, eggs and **milk** in equal parts by volume, a pinch of `salt`, an hour of rest, and a very hot pan. '.repeat(
    4,
  );

/** Keeps the moment when a person could begin to type, counted from the beginning of the navigation. */
const WATCH_COMPOSER = `
  (() => {
    const look = () => {
      const box = document.querySelector('textarea[placeholder="Ask anything"]');
      if (box && !box.disabled && box.getClientRects().length > 0) window.benchInteractive = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })();`;

interface RecordedRequest {
  readonly url: string;
  readonly type: string;
  readonly at: number;
  bytes: number;
}

interface Visit {
  readonly ms: number;
  readonly requests: number;
  readonly foreign: number;
  readonly kilobytes: number;
}

/** Every request of the tab with the moment (milliseconds since 1970) and what came over the wire for it. */
const watchRequests = async ({ cdp }: Tab): Promise<ReadonlyMap<string, RecordedRequest>> => {
  const asked = new Map<string, RecordedRequest>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other', wallTime }) => {
    asked.set(requestId, { url: request.url, type, at: wallTime * 1000, bytes: 0 });
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = asked.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  await cdp.send('Network.enable');
  return asked;
};

const visit = (browser: Browser, url: string): Promise<Visit> =>
  inTab(browser, WATCH_COMPOSER, async (tab) => {
    const asked = await watchRequests(tab);
    await tab.page.goto(url, { waitUntil: 'load' });
    await until('the composer', async () => Boolean(await tab.page.evaluate('window.benchInteractive > 0')));
    const ms = Number(await tab.page.evaluate('window.benchInteractive'));
    const moment = Number(await tab.page.evaluate('performance.timeOrigin')) + ms;
    await pause(200); // what was under way at that moment also counts
    const before = [...asked.values()].filter(({ at, url: address }) => at <= moment && /^https?:/.test(address));
    const code = before.filter(({ type }) => type === 'Script' || type === 'Stylesheet');
    return {
      ms,
      requests: before.length,
      foreign: before.filter(({ url: address }) => !address.startsWith(url)).length,
      kilobytes: code.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
    };
  });

const visitRows = async (browser: Browser, url: string): Promise<Row[]> => {
  await visit(browser, url); // the browser's own first tab is slow
  const visits: Visit[] = [];
  for (let count = 0; count < VISITS; count += 1) visits.push(await visit(browser, url));
  const of = (field: keyof Visit) => median(visits.map((each) => each[field]));
  return [
    {
      what: 'script and style until the welcome screen is interactive',
      measured: of('kilobytes'),
      unit: 'kB',
      target: 150,
      note: 'over the wire, empty cache',
    },
    { what: 'requests until then', measured: of('requests'), unit: '', digits: 0, target: 15 },
    {
      what: 'requests to foreign hosts',
      measured: Math.max(...visits.map(({ foreign }) => foreign)),
      unit: '',
      digits: 0,
      target: 0,
    },
    {
      what: 'welcome screen interactive after',
      measured: of('ms'),
      unit: 'ms',
      digits: 0,
      target: 1000,
      note: `median of ${VISITS}, empty cache`,
    },
  ];
};

const titleOf = (length: number): string => `A talk of ${length} messages`;
const lastWords = (length: number): string => `The last of ${length}.`;

/** Stores a conversation as the page of an earlier version would hand it over. */
const saveChat = async (url: string, person: BenchUser, length: number): Promise<void> => {
  const id = chatIdOf(`talk${length}`);
  const messages = Array.from({ length }, (_, index) => ({
    id: `m${index}`,
    role: index % 2 === 0 ? 'user' : 'assistant',
    content:
      index === length - 1
        ? `${PARAGRAPH}\n\n${lastWords(length)}`
        : index % 2 === 0
          ? `How would one go on after step ${index}?`
          : PARAGRAPH,
    timestamp: new Date(Date.UTC(2026, 0, 15) + index * 1000).toISOString(),
    parentId: index === 0 ? null : `m${index - 1}`,
  }));
  for (let from = 0; from < length; from += PART) {
    const part = messages.slice(from, from + PART);
    await call(url, person, '/api/progress/chat', {
      chatId: id,
      chat: { id, title: titleOf(length), messages: part, leafId: part.at(-1)?.id },
    });
  }
};

/** Presses a chat in the list and answers the milliseconds until its last words stand within the window. */
const openChat = async ({ page }: Tab, length: number): Promise<number> => {
  await page
    .getByTestId('chat-item')
    .filter({ hasText: titleOf(length) })
    .waitFor({ state: 'attached' });
  return Number(
    await page.evaluate(`new Promise((resolve, reject) => {
    const words = ${JSON.stringify(lastWords(length))};
    const items = [...document.querySelectorAll('[data-testid=chat-item]')];
    const item = items.find((each) => each.textContent.includes('${titleOf(length)}'));
    const begun = performance.now();
    const look = () => {
      const last = [...document.querySelectorAll('[data-testid=message-assistant]')].at(-1);
      const box = last && last.textContent.includes(words) && last.getBoundingClientRect();
      if (box && box.height > 0 && box.top < innerHeight && box.bottom > 0) resolve(performance.now() - begun);
      else if (performance.now() - begun > 15000) reject(new Error('the last message did not show: ' + words));
      else requestAnimationFrame(look);
    };
    item.click();
    requestAnimationFrame(look);
  })`),
  );
};

const openFirst = (browser: Browser, url: string, prepare: string): Promise<number> =>
  inTab(browser, prepare, async (tab) => {
    await tab.page.goto(url);
    return openChat(tab, LONG);
  });

const openRows = async (browser: Browser, url: string, person: BenchUser): Promise<Row[]> => {
  for (const length of [SHORT, LONG]) await saveChat(url, person, length);
  const prepare = await signedIn(url, person);
  const first: number[] = [];
  for (let count = 0; count < FRESH; count += 1) first.push(await openFirst(browser, url, prepare));
  return inTab(browser, prepare, async (tab) => {
    await tab.cdp.send('Performance.enable');
    await tab.page.goto(url);
    await openChat(tab, LONG);
    const times = { long: [] as number[], short: [] as number[] };
    for (let count = 0; count < OPENINGS; count += 1) {
      times.short.push(await openChat(tab, SHORT));
      times.long.push(await openChat(tab, LONG));
    }
    return [
      {
        what: `open a conversation of ${SHORT} messages`,
        measured: median(times.short),
        unit: 'ms',
        digits: 0,
        target: 300,
        note: `from the click to the last message, median of ${OPENINGS}`,
      },
      {
        what: `open a conversation of ${LONG} messages`,
        measured: median(times.long),
        unit: 'ms',
        digits: 0,
        target: 300,
        note: 'gone back to, already fetched',
      },
      {
        what: 'the same, first thing in a fresh tab',
        measured: median(first),
        unit: 'ms',
        digits: 0,
        note: `fetched, median of ${FRESH}`,
      },
      {
        what: 'heap of that tab',
        measured: await heapMb(tab),
        unit: 'MB',
        target: 60,
        note: 'after a garbage collection',
      },
    ];
  });
};

/** The page in a headless browser: what a first visit, a long conversation and a long reply cost. */
export const page = async (): Promise<Table[]> => {
  const missing = missingForPage();
  if (missing !== undefined) {
    console.log(`The page is skipped: ${missing}.`);
    return [];
  }
  return inFolder((folder) =>
    withTargets(async (keep) => {
      const databaseUrl = `sqlite:${join(folder, 'bench.db')}`;
      const [reader, asker] = await createUsers(databaseUrl, 2);
      if (!reader || !asker) throw new Error('nobody looks at the page');
      const upstream = await keep(launch({ script: join(SERVERS, 'prose.js') }));
      const parley = await keep(startParley({ databaseUrl, folder, upstream }));
      const url = `http://127.0.0.1:${parley.port}`;
      return withBrowser(async (browser) => [
        { title: 'The page: a first visit', rows: await visitRows(browser, url) },
        { title: 'The page: a first visit, as it is painted', rows: await paintRows(browser, url) },
        { title: 'The page: a long conversation', rows: await openRows(browser, url, reader) },
        { title: 'The page: what moves behind it', rows: await backgroundRows(url) },
        {
          title: 'The page: a long reply as it streams',
          rows: await replyRows(browser, url, await signedIn(url, asker)),
        },
      ]);
    }),
  );
};
