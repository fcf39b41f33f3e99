import type { Browser } from 'playwright-core';

import { heapMb, inTab, metrics, type Tab } from '../support/browser.ts';
import { pause, until } from '../support/figures.ts';
import type { Row } from '../support/report.ts';

const TOKENS = 5000;
const SAMPLE_MS = 250;
const REPLY_TIMEOUT_MS = 60_000;
const END = 'Here it ends.';

const KINDS = ['all', 'script', 'layout'] as const;
/** Milliseconds of the main thread by then, and letters that stood there. */
type Sample = Readonly<Record<(typeof KINDS)[number] | 'letters', number>>;

const SHOWN = "([...document.querySelectorAll('[data-testid=message-assistant]')].at(-1)?.textContent ?? '')";

const sampleNow = async ({ cdp }: Tab, letters: number): Promise<Sample> => {
  const of = await metrics(cdp);
  const layout = of('LayoutDuration') + of('RecalcStyleDuration');
  return { all: of('TaskDuration') * 1000, script: of('ScriptDuration') * 1000, layout: layout * 1000, letters };
};

/** Looks at main-thread time and shown letters while a reply is written, until its last words stand there. */
const watchReply = async (tab: Tab): Promise<Sample[]> => {
  const samples = [await sampleNow(tab, 0)];
  for (const giveUp = Date.now() + REPLY_TIMEOUT_MS; Date.now() < giveUp; await pause(SAMPLE_MS)) {
    const shown = (await tab.page.evaluate(`({ letters: ${SHOWN}.length, ended: ${SHOWN}.includes('${END}') })`)) as {
      letters: number;
      ended: boolean;
    };
    samples.push(await sampleNow(tab, shown.letters));
    if (shown.ended) return samples;
  }
  throw new Error(`the reply did not end within ${REPLY_TIMEOUT_MS} ms`);
};

/** Main-thread milliseconds when so many letters stood there, between the two looks around that moment. */
const msAt = (samples: readonly Sample[], kind: keyof Sample, letters: number): number => {
  const after = samples.findIndex((sample) => sample.letters >= letters);
  const next = samples[after];
  if (!next) return Number.NaN;
  const last = samples[after - 1] ?? next;
  return last[kind] + ((next[kind] - last[kind]) * (letters - last.letters)) / Math.max(1, next.letters - last.letters);
};

/** What a thousand tokens cost: on the whole, the first and the last. */
const costs = (samples: readonly Sample[], kind: keyof Sample) => {
  const letters = samples.at(-1)?.letters ?? 0;
  const thousand = (letters * 1000) / TOKENS;
  const at = (place: number) => msAt(samples, kind, place);
  return {
    mean: (at(letters) - at(0)) / (TOKENS / 1000),
    first: at(thousand) - at(0),
    last: at(letters) - at(letters - thousand),
  };
};

const ask = async ({ page }: Tab, text: string): Promise<void> => {
  await page.getByPlaceholder('Ask anything').fill(text);
  await page.keyboard.press('Enter');
};

/** Counts the frames in which the page draws. */
const COUNT_FRAMES = `(() => {
  const request = window.requestAnimationFrame.bind(window);
  let last = -1;
  window.benchFrames = 0;
  window.requestAnimationFrame = (callback) => request((now) => {
    if (now !== last) window.benchFrames += 1;
    last = now;
    callback(now);
  });
})();`;

/**
 * A page that only puts the same letters behind one another, as many a frame, into one text that grows: what any way of
 * showing them is measured by.
 */
const PLAIN = (letters: number, aFrame: number): string => `new Promise((done) => {
  const style = 'white-space: pre-wrap; max-width: 46rem; margin: auto; font: 16px/1.65 sans-serif';
  document.body.innerHTML =
    '<div id="box" style="height: 100vh; overflow: auto"><p id="grown" style="' + style + '"></p></div>';
  const [box, grown] = [document.getElementById('box'), document.getElementById('grown')];
  const node = grown.appendChild(document.createTextNode(''));
  const words = 'the batter rests for an hour so that the flour takes up the milk ';
  let [shown, frame] = [0, 0];
  const step = () => {
    if (shown >= ${letters}) return void done(shown);
    frame += 1;
    let more = '';
    while (shown + more.length < frame * ${aFrame}) more += words[(shown + more.length) % words.length];
    node.appendData(more);
    shown += more.length;
    box.scrollTop = box.scrollHeight;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;

/** Main-thread milliseconds for a thousand tokens as plain text, in the same browser and in as many frames. */
const plainMs = (browser: Browser, letters: number, frames: number): Promise<number> =>
  inTab(browser, '', async (tab) => {
    await tab.cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await tab.page.goto('about:blank');
    const before = await sampleNow(tab, 0);
    await tab.page.evaluate(PLAIN(letters, letters / frames));
    const after = await sampleNow(tab, letters);
    return (after.all - before.all) / (TOKENS / 1000);
  });

/** What a reply costs the page while it is written, beside what plain text costs it. */
export const replyRows = (browser: Browser, url: string, prepare: string): Promise<Row[]> =>
  inTab(browser, COUNT_FRAMES + prepare, async (tab) => {
    await tab.cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await tab.page.goto(url);
    await ask(tab, 'prose 200');
    await watchReply(tab); // what is loaded on need is there afterwards
    await tab.page.getByRole('button', { name: 'Send' }).waitFor();
    await tab.page.getByRole('button', { name: 'New Chat', exact: true }).click();
    await until('an empty conversation', async () => Number(await tab.page.evaluate(`${SHOWN}.length`)) === 0);
    const begun = Date.now();
    await tab.page.evaluate('window.benchFrames = 0');
    await ask(tab, `prose ${TOKENS}`);
    const samples = await watchReply(tab);
    const seconds = (Date.now() - begun) / 1000;
    const frames = Number(await tab.page.evaluate('window.benchFrames'));
    const [all, script, layout] = KINDS.map((kind) => costs(samples, kind));
    if (!all || !script || !layout) throw new Error('nothing was measured');
    const ends = ({ first, last }: typeof all) =>
      `the first thousand ${first.toFixed(0)}, the last ${last.toFixed(0)} ms`;
    const plain = await plainMs(browser, samples.at(-1)?.letters ?? 0, frames);
    return [
      {
        what: `main thread for 1 000 tokens, reply of ${TOKENS}`,
        measured: all.mean,
        unit: 'ms',
        digits: 0,
        target: 1000,
        note: `processor time; written in ${seconds.toFixed(0)} s and ${frames} frames`,
      },
      {
        what: 'the same as one plain text that grows',
        measured: plain,
        unit: 'ms',
        digits: 0,
        note: 'in as many frames, nothing parsed: the floor of this browser on this machine',
      },
      { what: 'multiple of plain text', measured: all.mean / plain, unit: '×', digits: 2, target: 1.3 },
      {
        what: 'the last thousand, multiple of the first',
        measured: all.last / all.first,
        unit: '×',
        digits: 2,
        target: 1.5,
        note: ends(all),
      },
      { what: 'of it script', measured: script.mean, unit: 'ms', digits: 0, note: ends(script) },
      {
        what: 'of it style and layout',
        measured: layout.mean,
        unit: 'ms',
        digits: 0,
        note: `${ends(layout)}; the rest is painting`,
      },
      { what: 'heap of that tab', measured: await heapMb(tab), unit: 'MB' },
    ];
  });
