import type { Clock } from '../kernel/ports.ts';
import { UnknownNeed } from './errors.ts';
import type { FailureWords, Probe, Probes } from './ports.ts';

export interface Health {
  readonly need: string;
  readonly label: string;
  readonly adapter: string;
  readonly state: 'ok' | 'failing' | 'sandbox' | 'off' | 'unknown';
  readonly detail: string;
  readonly checkedAt: number | null;
}

type Outcome = Pick<Health, 'state' | 'detail' | 'checkedAt'>;

const MOST_MS = 10_000;

const untried = ({ standing }: Probe): Outcome => {
  if (standing === 'off') return { state: 'off', detail: 'Not set up', checkedAt: null };
  if (standing === 'sandbox') return { state: 'sandbox', detail: 'Nothing leaves this server', checkedAt: null };
  return { state: 'unknown', detail: 'Not tested since the start', checkedAt: null };
};

/** Tells how the connections of this process stand, and tries one when asked to. */
export class CheckHealth {
  private readonly probes: Probes;
  private readonly words: FailureWords;
  private readonly clock: Clock;
  private readonly outcomes = new Map<string, Outcome>();

  constructor(probes: Probes, words: FailureWords, clock: Clock) {
    this.probes = probes;
    this.words = words;
    this.clock = clock;
  }

  /** How each stood when it was last tried; nothing is called. */
  read(): readonly Health[] {
    return this.probes.all().map((probe) => this.told(probe));
  }

  /** Makes a real call, of ten seconds at the most. Its failure is the answer. Throws `UnknownNeed`. */
  async test(need: string): Promise<{ readonly health: Health; readonly tookMs: number }> {
    const probe = this.probes.all().find((one) => one.need === need);
    if (!probe) throw new UnknownNeed();
    const begun = this.clock.now();
    if (probe.standing !== 'off') this.outcomes.set(need, await this.tried(probe));
    return { health: this.told(probe), tookMs: this.clock.now() - begun };
  }

  private told(probe: Probe): Health {
    const { need, label, adapter } = probe;
    return { need, label, adapter, ...(this.outcomes.get(need) ?? untried(probe)) };
  }

  private async tried(probe: Probe): Promise<Outcome> {
    const late = new AbortController();
    const done = new AbortController();
    const timer = this.clock.sleep(MOST_MS, done.signal).then(() => {
      late.abort();
      return undefined;
    });
    try {
      const detail = await Promise.race([probe.check(late.signal), timer]);
      if (detail === undefined)
        return { state: 'failing', detail: 'It does not answer in time', checkedAt: this.clock.now() };
      return { state: probe.standing === 'sandbox' ? 'sandbox' : 'ok', detail, checkedAt: this.clock.now() };
    } catch (error) {
      return { state: 'failing', detail: this.words.of(error), checkedAt: this.clock.now() };
    } finally {
      done.abort();
    }
  }
}
