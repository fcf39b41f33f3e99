import type { Browser } from 'playwright-core';

import { inTab, type Tab } from '../support/browser.ts';
import { type Task, traceTasks } from '../support/tasks.ts';
import { median, pause, until } from '../support/figures.ts';
import type { Row } from '../support/report.ts';

const VISITS = 3;
/** Nothing of a first visit comes later than this after the page can be typed in. */
const REST_MS = 2500;
const LONG_TASK_MS = 50;

/**
 * Collects the browser's entries for paints, layout shifts and long tasks. A task longer than 50 ms blocks by the rest.
 * Which of them ended before the first paint is known at the end of a visit only: its entry comes after theirs.
 */
const WATCH_PAINT = `
  window.benchPaint = { fcp: 0, lcp: 0, cls: 0, long: [] };
const watch = (type, heard) =>
  new PerformanceObserver((list) => list.getEntries().forEach(heard)).observe({ type, buffered: true });
watch('paint', ({ name, startTime }) => {
  if (name === 'first-contentful-paint') window.benchPaint.fcp = startTime;
});
watch('largest-contentful-paint', ({ startTime }) => {
  window.benchPaint.lcp = startTime;
});
watch('layout-shift', ({ value, hadRecentInput }) => {
  if (!hadRecentInput) window.benchPaint.cls += value;
});
watch('longtask', ({ duration, startTime }) => {
  window.benchPaint.long.push({ startTime, duration });
});`;

interface Watched {
  readonly fcp: number;
  readonly lcp: number;
  readonly cls: number;
  readonly long: readonly { readonly startTime: number; readonly duration: number }[];
}

const blockedBy = (durations: readonly number[]): number =>
  durations.reduce((sum, ms) => sum + Math.max(0, ms - LONG_TASK_MS), 0);

interface Paint {
  /** Milliseconds from the beginning of the visit; `tbt` is a sum since the first paint. */
  readonly fcp: number;
  readonly lcp: number;
  readonly tbt: number;
  /** The same from the beginning, before anything was painted. */
  readonly blocked: number;
  readonly tasks: readonly Task[];
  readonly cls: number;
  readonly requests: number;
  readonly kilobytes: number;
}

interface Device {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  /** How many times slower its processor is. */
  readonly slower: number;
  /** What its network lets through; null: as it comes. */
  readonly network: {
    readonly latency: number;
    readonly downloadThroughput: number;
    readonly uploadThroughput: number;
  } | null;
  readonly targets: Partial<Record<keyof Paint | 'cpuTbt', number>>;
}

/** Lighthouse's "slow 4G": 1.6 Mbit/s down, 750 kbit/s up, 150 ms, and a processor four times slower than this one. */
const SLOW_4G = { latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };

const DEVICES: readonly Device[] = [
  {
    name: 'desk',
    viewport: { width: 1440, height: 900 },
    slower: 1,
    network: null,
    targets: { cls: 0.1, tbt: 200, cpuTbt: 200 },
  },
  {
    name: 'phone on slow 4G',
    viewport: { width: 390, height: 844 },
    slower: 4,
    network: SLOW_4G,
    targets: { lcp: 2500, cls: 0.1, tbt: 400, cpuTbt: 400 },
  },
];

const visit = (browser: Browser, url: string, { viewport, slower, network }: Device): Promise<Paint> =>
  inTab(browser, WATCH_PAINT, async ({ page, cdp }: Tab) => {
    let [requests, bytes] = [0, 0];
    cdp.on('Network.requestWillBeSent', ({ request }) => {
      if (/^https?:/.test(request.url)) requests += 1;
    });
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await cdp.send('Network.enable');
    if (network) await cdp.send('Network.emulateNetworkConditions', { offline: false, ...network });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await page.setViewportSize(viewport);
    const tasks = await traceTasks(browser);
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
    await until(
      'the composer',
      async () => Boolean(await page.evaluate("document.querySelector('textarea:not(:disabled)') !== null")),
      60_000,
    );
    await pause(REST_MS);
    const { long, ...paint } = (await page.evaluate('window.benchPaint')) as Watched;
    const sinceStart = long.map(({ duration }) => duration);
    const sincePaint = long.map(({ startTime, duration }) => Math.min(duration, startTime + duration - paint.fcp));
    return {
      ...paint,
      tbt: blockedBy(sincePaint),
      blocked: blockedBy(sinceStart),
      tasks: await tasks(),
      requests,
      kilobytes: bytes / 1000,
    };
  });

const FIGURES = [
  { field: 'fcp', what: 'first contentful paint', unit: 'ms', digits: 0 },
  { field: 'lcp', what: 'largest contentful paint', unit: 'ms', digits: 0 },
  { field: 'tbt', what: 'total blocking time', unit: 'ms', digits: 0 },
  { field: 'blocked', what: 'the same from the beginning of the visit', unit: 'ms', digits: 0 },
  { field: 'cls', what: 'cumulative layout shift', unit: '', digits: 3 },
  { field: 'requests', what: 'requests in all', unit: '', digits: 0 },
  { field: 'kilobytes', what: 'bytes in all', unit: 'kB', digits: 0 },
] as const;

/**
 * Blocked time by the processor time of tasks, each as many times longer as the device is slower. The visits are made
 * at full speed, because the browser slows down by waiting.
 */
const cpuRows = ({ name, slower, targets }: Device, visits: readonly Paint[]): Row[] => {
  const scaled = visits.map(({ tasks }) => tasks.map((task) => ({ ...task, ms: task.ms * slower })));
  const blocked = scaled.map((tasks) => blockedBy(tasks.map(({ ms }) => ms)));
  const sincePaint = scaled.map((tasks) =>
    blockedBy(tasks.filter(({ isBeforePaint }) => !isBeforePaint).map(({ ms }) => ms)),
  );
  const longest = scaled.map((tasks) => [...tasks].sort((one, other) => other.ms - one.ms));
  const note = slower === 1 ? 'processor time' : `processor time of this machine, times ${slower}`;
  const row = { unit: 'ms', digits: 0, note };
  const lengths = [0, 1, 2].map((at) => ({
    ...row,
    what: `${name}: ${['its longest task', 'the second', 'the third'][at] ?? ''}`,
    measured: median(longest.map((tasks) => tasks[at]?.ms ?? 0)),
    note: longest[0]?.[at]?.what ?? '',
  }));
  return [
    {
      ...row,
      what: `${name}: total blocking time, nothing else running`,
      measured: median(sincePaint),
      ...(targets.cpuTbt === undefined ? {} : { target: targets.cpuTbt }),
    },
    { ...row, what: `${name}: the same from the beginning`, measured: median(blocked) },
    ...lengths,
  ];
};

/** What Lighthouse would tell of a first visit, on a desk and on a phone: medians, empty cache. */
export const paintRows = async (browser: Browser, url: string): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const device of DEVICES) {
    const visits: Paint[] = [];
    for (let count = 0; count < VISITS; count += 1) visits.push(await visit(browser, url, device));
    const atFullSpeed: Paint[] = device.slower === 1 ? visits : [];
    while (atFullSpeed.length < VISITS) atFullSpeed.push(await visit(browser, url, { ...device, slower: 1 }));
    for (const { field, what, unit, digits } of FIGURES) {
      const target = device.targets[field];
      rows.push({
        what: `${device.name}: ${what}`,
        measured: median(visits.map((each) => each[field])),
        unit,
        digits,
        ...(target === undefined ? {} : { target }),
      });
    }
    rows.push(...cpuRows(device, atFullSpeed));
  }
  return rows;
};
