import type { Browser } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread. */
  readonly tdur?: number;
}

/** Tasks within tasks are part of them. */
const outermost = (tasks: readonly TraceEvent[]): readonly TraceEvent[] => {
  let end = 0;
  return tasks.filter(({ ts, dur = 0 }) => {
    if (ts < end) return false;
    end = ts + dur;
    return true;
  });
};

/** Starts to watch a page's main thread; ends with the processor milliseconds of each task since its first contentful paint. */
export const traceTasks = async (browser: Browser): Promise<() => Promise<readonly number[]>> => {
  const cdp = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  const complete = new Promise<void>((resolve) => {
    cdp.once('Tracing.tracingComplete', () => resolve());
  });
  const traceConfig = { includedCategories: ['toplevel', 'loading'] };
  await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  return async () => {
    await cdp.send('Tracing.end');
    await complete;
    await cdp.detach();
    const painted = events.filter(({ name }) => name === 'firstContentfulPaint').at(-1);
    if (!painted) throw new Error('nothing was painted');
    const tasks = events
      .filter(({ name, pid, tid }) => /RunTask$/.test(name) && pid === painted.pid && tid === painted.tid)
      .sort((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
    return outermost(tasks)
      .filter(({ ts, dur = 0 }) => ts + dur > painted.ts)
      .map(({ tdur = 0 }) => tdur / 1000);
  };
};
