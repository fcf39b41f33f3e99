import { join } from 'node:path';

import type { Browser } from 'playwright-core';

import { Database } from '../../../src/adapters/sql/database.ts';
import { inTab, metrics, missingForPage, type Tab, withBrowser } from '../support/browser.ts';
import { median } from '../support/figures.ts';
import type { Table } from '../support/report.ts';
import { inFolder, startParley, withTargets } from '../support/targets.ts';
import { createUsers, type BenchUser } from '../support/users.ts';

const FEW = 10;
const MANY = 400;
const ROUNDS = 5;
const TYPED = 'model 39 a';
const MAX_MORE_MS = 100;
const MAKERS = ['Acme', 'Globex', 'Initech', 'Umbrella', 'Hooli'];

const manyModels = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `vendor/model-${n}`,
    displayName: `Model ${n}`,
    category: 'Other',
    isRecommended: false,
    isPreview: false,
    created: n,
    owned_by: MAKERS[n % MAKERS.length],
  }));

const prepare = ({ uid, token }: BenchUser): string => {
  const user = { uid, email: `${uid}@example.org`, name: uid, isAdmin: true, subscription: 'premium' };
  return `localStorage.setItem('session', ${JSON.stringify(JSON.stringify({ token, user }))});`;
};

interface Typing {
  /** From the first letter to the last that is painted. */
  readonly elapsed: number;
  /** Of the page's main thread, which other programs of the machine do not lengthen. */
  readonly cpu: number;
}

const cpuMs = async ({ cdp }: Tab): Promise<number> => (await metrics(cdp))('TaskDuration') * 1000;

/** The letters one after another, each once the one before is painted. */
const typeLetters = async (tab: Tab): Promise<Typing> => {
  const { page } = tab;
  const cpuBefore = await cpuMs(tab);
  const painted = () =>
    page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))');
  const box = page.getByRole('searchbox', { name: 'Filter models' });
  await box.fill('');
  await box.focus();
  const begun = Number(await painted());
  let ended = begun;
  for (const letter of TYPED) {
    await page.keyboard.type(letter);
    ended = Number(await painted());
  }
  return { elapsed: ended - begun, cpu: (await cpuMs(tab)) - cpuBefore };
};

const openWith = <T>(browser: Browser, url: string, who: BenchUser, count: number, work: (tab: Tab) => Promise<T>) =>
  inTab(browser, prepare(who), async (tab) => {
    await tab.page.route('**/api/ai/discover-models*', (route) =>
      route.fulfill({ json: { models: manyModels(count), cached: true, isAdmin: true } }),
    );
    await tab.cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await tab.page.goto(`${url}/#/admin/model-access`);
    await tab.page.getByText(new RegExp(`^\\d+ of [${String(count)[0]}-9]\\d+ models$`)).waitFor();
    return work(tab);
  });

const medians = (rounds: readonly Typing[]): Typing => ({
  elapsed: median(rounds.map(({ elapsed }) => elapsed)),
  cpu: median(rounds.map(({ cpu }) => cpu)),
});

const against = (many: number, few: number): string =>
  `${many.toFixed(0)} against ${few.toFixed(0)} ms, medians of ${ROUNDS} in turn`;

/** What typing into the filter of Model Access costs with few and with many models, in turn. */
export const modelAccess = async (): Promise<Table[]> => {
  const missing = missingForPage();
  if (missing !== undefined) {
    console.log(`Model Access is skipped: ${missing}.`);
    return [];
  }
  return inFolder((folder) =>
    withTargets(async (keep) => {
      const databaseUrl = `sqlite:${join(folder, 'bench.db')}`;
      const [admin] = await createUsers(databaseUrl, 1);
      if (!admin) throw new Error('nobody types');
      const db = await Database.open(databaseUrl);
      await db.connection('users').where({ uid: admin.uid }).update({ is_admin: true });
      await db.close();
      const parley = await keep(startParley({ databaseUrl, folder }));
      const url = `http://127.0.0.1:${parley.port}`;
      const [few, many] = await withBrowser((browser) =>
        openWith(browser, url, admin, FEW, (small) =>
          openWith(browser, url, admin, MANY, async (large) => {
            const times: readonly [Typing[], Typing[]] = [[], []];
            await typeLetters(small);
            await typeLetters(large);
            for (let round = 0; round < ROUNDS; round += 1) {
              await small.page.bringToFront();
              times[0].push(await typeLetters(small));
              await large.page.bringToFront();
              times[1].push(await typeLetters(large));
            }
            return [medians(times[0]), medians(times[1])] as const;
          }),
        ),
      );
      const rows = [
        {
          what: `ten letters into the filter: ${MANY} models, more than ${FEW}`,
          measured: many.elapsed - few.elapsed,
          unit: 'ms',
          digits: 0,
          target: MAX_MORE_MS,
          note: against(many.elapsed, few.elapsed),
        },
        {
          what: `the same, work of the page’s main thread`,
          measured: many.cpu - few.cpu,
          unit: 'ms',
          digits: 0,
          target: MAX_MORE_MS,
          note: against(many.cpu, few.cpu),
        },
      ];
      return [{ title: 'The admin panel: Model Access', rows }];
    }),
  );
};
