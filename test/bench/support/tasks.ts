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

/** A task of a page's main thread. */
export interface Task {
  /** Of the processor, not of the clock: what other work on the machine takes is no part of it. */
  readonly ms: number;
  /** It ended before anything was painted. */
  readonly isBeforePaint: boolean;
  /** What most of it was spent on. */
  readonly what: string;
}

/** The events that say what a task does. */
const WORK: Readonly<Record<string, string>> = {
  'v8.evaluateModule': 'evaluates scripts',
  EvaluateScript: 'evaluates scripts',
  FunctionCall: 'calls script',
  'DocumentLoader::CommitNavigation': 'opens the page',
  Layout: 'style and layout',
  UpdateLayoutTree: 'style and layout',
  Paint: 'paint',
};

const endOf = ({ ts, dur = 0 }: TraceEvent): number => ts + dur;

/** Tasks within tasks are part of them. */
const outermost = (tasks: readonly TraceEvent[]): readonly TraceEvent[] => {
  let end = 0;
  return tasks.filter((task) => {
    if (task.ts < end) return false;
    end = endOf(task);
    return true;
  });
};

const workOf = (task: TraceEvent, events: readonly TraceEvent[]): string => {
  const within = events.filter((event) => event.name in WORK && event.ts >= task.ts && endOf(event) <= endOf(task));
  const longest = within.sort((one, other) => (other.tdur ?? 0) - (one.tdur ?? 0))[0];
  return (longest && WORK[longest.name]) ?? 'other work of the browser';
};

/** Starts to watch a page's main thread; ends with each task of the visit. */
export const traceTasks = async (browser: Browser): Promise<() => Promise<readonly Task[]>> => {
  const cdp = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  const complete = new Promise<void>((resolve) => {
    cdp.once('Tracing.tracingComplete', () => resolve());
  });
  const traceConfig = { includedCategories: ['toplevel', 'loading', 'devtools.timeline', 'v8'] };
  await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  return async () => {
    await cdp.send('Tracing.end');
    await complete;
    await cdp.detach();
    const painted = events.filter(({ name }) => name === 'firstContentfulPaint').at(-1);
    if (!painted) throw new Error('nothing was painted');
    const own = events
      .filter(({ pid, tid, dur }) => dur !== undefined && pid === painted.pid && tid === painted.tid)
      .sort((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
    return outermost(own.filter(({ name }) => /RunTask$/.test(name))).map((task) => ({
      ms: (task.tdur ?? 0) / 1000,
      isBeforePaint: endOf(task) <= painted.ts,
      what: workOf(task, own),
    }));
  };
};
