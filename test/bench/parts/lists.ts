import { join } from 'node:path';

import type { Browser } from 'playwright-core';

import { SqlFileRepository } from '../../../src/adapters/sql/files/file-repository.ts';
import { SystemClock } from '../../../src/adapters/system/clock.ts';
import type { Database } from '../../../src/adapters/sql/database.ts';
import { aFile } from '../../fakes/files.ts';
import { heapMb, inTab, missingForPage, type Tab, withBrowser } from '../support/browser.ts';
import { pause, quantile, until } from '../support/figures.ts';
import { inScene, press, type Scene, settle, shows, typeKeys, WATCH_INTERACTIONS } from '../support/interactions.ts';
import { SERVERS } from '../support/paths.ts';
import { launch } from '../support/processes.ts';
import type { Row, Table } from '../support/report.ts';
import { seedChats, wordOf } from '../support/seeded-chats.ts';
import { signedIn } from '../support/signed-in.ts';
import { inFolder, startParley, withTargets } from '../support/targets.ts';
import type { BenchUser } from '../support/users.ts';

const CHATS = 10_000;
const MODELS = 400;
const FILES = 200;
const TIMES = 20;
const MAX_MS = 100;
const MAX_FRAME_MS = 50;
const SLOWER = 4;
const MOST_LOADING_MS = 60_000;

const ITEM = '[data-testid=chat-item]';
const LIST = 'nav[aria-label=Conversations]';
const SEARCH = '[aria-label="Search conversations"]';

const times = async (count: number, work: (index: number) => Promise<void>): Promise<void> => {
  for (let index = 0; index < count; index += 1) await work(index);
};

const addFiles = async (db: Database, { uid }: BenchUser): Promise<void> => {
  const files = new SqlFileRepository(db, new SystemClock());
  await db.transaction(async () => {
    for (let index = 0; index < FILES; index += 1) {
      const name = `${wordOf(index)} ${index}.txt`;
      const file = aFile({ id: `file${index}`, ownerId: uid, name, tags: [wordOf(index % 12)] });
      await files.add(file, { maxFiles: -1, maxBytes: -1 });
    }
  });
};

const countOf = async ({ page }: Tab, selector: string): Promise<number> =>
  Number(await page.evaluate(`document.querySelectorAll('${selector}').length`));

/** Scrolls down, and a little up again, until no older chat comes or the time is over. */
const scrollToLast = async (tab: Tab): Promise<void> => {
  const giveUp = Date.now() + MOST_LOADING_MS;
  let shown = 0;
  for (let turn = 1; shown < CHATS && Date.now() < giveUp; turn += 1) {
    const up = turn % 10 === 0 ? 4000 : 0;
    shown = Number(
      await tab.page.evaluate(`(() => {
        const list = document.querySelector('${LIST}');
        list.scrollTop = list.scrollHeight - ${up};
        return document.querySelectorAll('${ITEM}').length;
      })()`),
    );
    await pause(20);
  }
};

/** A hand on the wheel, through the list and back. */
const turnWheel = async (tab: Tab): Promise<void> => {
  const box = await tab.page.locator(LIST).boundingBox();
  if (!box) throw new Error('there is no list');
  await tab.page.mouse.move(box.x + 100, box.y + 200);
  for (const by of [400, 2000, -2000, -400])
    await times(TIMES, async () => {
      await tab.page.mouse.wheel(0, by);
      await pause(30);
    });
};

/** The items that stand within the window. */
const shownItem = (tab: Tab, index: number): Promise<string> =>
  tab.page.evaluate(`(() => {
    const box = document.querySelector('${LIST}').getBoundingClientRect();
    const shown = [...document.querySelectorAll('${ITEM}')].filter((item) => {
      const { top, bottom } = item.getBoundingClientRect();
      return top > box.top + 40 && bottom < box.bottom - 40;
    });
    return '${ITEM}[href="' + shown[${index} % shown.length].getAttribute('href') + '"]';
  })()`);

const choose = async (tab: Tab): Promise<void> =>
  times(TIMES * 2, async (index) => press(tab, await shownItem(tab, index * 3)));

const rename = async (tab: Tab): Promise<void> =>
  times(TIMES, async (index) => {
    await press(tab, await shownItem(tab, index * 2), 2);
    await shows(tab, '[aria-label="Conversation title"]');
    await typeKeys(tab, ['a', 'b', 'Enter']);
  });

const searchChats = async (tab: Tab): Promise<void> => {
  await press(tab, SEARCH);
  await times(TIMES / 2, async (index) => {
    await typeKeys(tab, [...wordOf(index * 700).slice(0, 4)]);
    await pause(500); // until what was found is shown
    await typeKeys(tab, ['Escape']);
    if (index % 2 === 0) await pause(500);
  });
  await pause(800);
};

const MORE_MENU = '[aria-label^="More for"]';
const openRowMenu = (tab: Tab): Promise<void> =>
  times(TIMES, async (index) => {
    const row = await shownItem(tab, index);
    const { x, y } = (await tab.page.locator(row).boundingBox()) ?? { x: 0, y: 0 };
    await tab.page.mouse.move(x + 60, y + 10);
    await press(tab, `li:has(> ${row}) ${MORE_MENU}`);
    await typeKeys(tab, ['Escape']);
  });

const chooseModels = (tab: Tab): Promise<void> =>
  times(TIMES, async (index) => {
    await press(tab, '[aria-label="Choose LLM"]');
    await shows(tab, '[role=menuitemradio]');
    await typeKeys(tab, ['End', 'm', 'ArrowDown', ...(index % 2 === 0 ? ['Enter'] : ['Escape'])]);
  });

const openFiles = async (tab: Tab): Promise<void> => {
  await press(tab, 'aside [aria-haspopup=menu][class*=person]');
  await tab.page.locator('[role=menuitem]', { hasText: 'File Manager' }).click();
  await shows(tab, 'ul[aria-label=Files] input');
};

const workWithFiles = async (tab: Tab): Promise<void> => {
  await times(TIMES / 2, async (index) => {
    await openFiles(tab);
    await press(tab, '[aria-label="Search files"]');
    await typeKeys(tab, [...wordOf(index).slice(0, 2)]);
    await pause(500);
    await shows(tab, 'ul[aria-label=Files] input');
    await typeKeys(tab, ['Backspace', 'Backspace']);
    await pause(500);
    await shows(tab, 'ul[aria-label=Files] input');
    await press(tab, 'ul[aria-label=Files] input');
    await press(tab, 'ul[aria-label=Files] input');
    await press(tab, 'ul[aria-label=Files] [aria-label^="Delete "]');
    await press(tab, '[role=alertdialog] button:last-child');
    await until('the file gone', async () => (await countOf(tab, '[role=alertdialog]')) === 0);
    await tab.page.keyboard.press('Escape');
    await settle(tab);
  });
};

interface Measured {
  readonly what: string;
  readonly scene: Scene;
}

const CHAT_SCENES = [
  ['open and close the sidebar', (tab: Tab) => times(TIMES * 2, () => press(tab, '[aria-label="Toggle sidebar"]'))],
  ['choose a chat', choose],
  ['begin a new chat', (tab: Tab) => times(TIMES * 2, () => press(tab, 'aside [class*=new] button'))],
  ['menu of a chat', openRowMenu],
  ['search chats', searchChats],
  ['choose a model', chooseModels],
] as const;

const measure = async (tab: Tab, scenes: readonly (readonly [string, (tab: Tab) => Promise<void>])[]) => {
  const measured: Measured[] = [];
  for (const [what, work] of scenes) measured.push({ what, scene: await inScene(tab, () => work(tab)) });
  return measured;
};

const rowsOf = (measured: readonly Measured[], more: string, target?: number): Row[] =>
  measured.map(({ what, scene: { interactions, p95, longest, longestTask } }) => ({
    what: `${what}${more}`,
    measured: p95,
    unit: 'ms',
    digits: 0,
    ...(target === undefined ? {} : { target }),
    note: `p95 of ${interactions.length}, longest ${longest}; longest task ${longestTask.toFixed(0)} ms`,
  }));

const frameRow = (what: string, { frames }: Scene): Row => ({
  what,
  measured: frames.filter((ms) => ms > MAX_FRAME_MS).length,
  unit: '',
  digits: 0,
  note: `frames over ${MAX_FRAME_MS} ms of ${frames.length}; p99 ${quantile(frames, 0.99).toFixed(0)} ms`,
});

/** Counts the requests for the list. */
const countLists = ({ page }: Tab): { count: number } => {
  const seen = { count: 0 };
  page.on('request', (request) => {
    if (request.url().includes('/api/progress/chats')) seen.count += 1;
  });
  return seen;
};

const slowly = async <T>({ cdp }: Tab, work: () => Promise<T>): Promise<T> => {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const result = await work();
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return result;
};

const chatRows = (browser: Browser, url: string, prepare: string): Promise<Row[]> =>
  inTab(browser, `${prepare}${WATCH_INTERACTIONS}`, async (tab) => {
    await tab.cdp.send('Performance.enable');
    const lists = countLists(tab);
    await tab.page.goto(url);
    await shows(tab, ITEM);
    const opened = Number(await tab.page.evaluate('performance.now()'));
    const first = await measure(tab, CHAT_SCENES.slice(0, 2));
    const begun = performance.now();
    const loading = await inScene(tab, () => scrollToLast(tab));
    const loaded = performance.now() - begun;
    const wheel = await inScene(tab, () => turnWheel(tab));
    const known = lists.count;
    const rows = [
      { what: 'page open until a chat is in the list', measured: opened, unit: 'ms', digits: 0 },
      ...rowsOf(first, ', one page of chats loaded'),
      {
        what: 'scrolling towards the oldest chat',
        measured: loaded / 1000,
        unit: 's',
        note: `${known} requests; given up after ${MOST_LOADING_MS / 1000} s`,
      },
      frameRow('while it is scrolled to the oldest', loading),
      frameRow('the wheel turned at the end of the list', wheel),
      { what: 'chats loaded then', measured: await countOf(tab, ITEM), unit: '', digits: 0 },
      { what: 'elements in the document', measured: await countOf(tab, '*'), unit: '', digits: 0 },
      { what: 'heap of that tab', measured: await heapMb(tab), unit: 'MB' },
      ...rowsOf(await measure(tab, CHAT_SCENES), '', MAX_MS),
    ];
    const before = lists.count;
    rows.push(...rowsOf(await measure(tab, [['rename a chat', rename]]), '', MAX_MS));
    await pause(2000);
    rows.push({
      what: `requests for the list after ${TIMES} chats are renamed`,
      measured: lists.count - before,
      unit: '',
      digits: 0,
    });
    rows.push(...rowsOf(await measure(tab, [['files: open, filter, select, delete', workWithFiles]]), '', MAX_MS));
    const slow = await slowly(tab, () => measure(tab, CHAT_SCENES.slice(0, 2)));
    return [...rows, ...rowsOf(slow, `, ${SLOWER} times slower`)];
  });

/** How long the page takes from an input to the next paint where its lists are long. */
export const lists = async (): Promise<Table[]> => {
  const missing = missingForPage();
  if (missing !== undefined) {
    console.log(`Lists are skipped: ${missing}.`);
    return [];
  }
  return inFolder((folder) =>
    withTargets(async (keep) => {
      const databaseUrl = `sqlite:${join(folder, 'bench.db')}`;
      const { db, user, close } = await seedChats(databaseUrl, CHATS, [], 2);
      await addFiles(db, user);
      await close();
      const upstream = await keep(launch({ script: join(SERVERS, 'prose.js'), args: [String(MODELS)] }));
      const parley = await keep(startParley({ databaseUrl, folder, upstream }));
      const url = `http://127.0.0.1:${parley.port}`;
      const prepare = await signedIn(url, user);
      return withBrowser(async (browser) => [
        {
          title: `The page: ${CHATS} chats, ${MODELS} models, ${FILES} files`,
          rows: await chatRows(browser, url, prepare),
        },
      ]);
    }),
  );
};
