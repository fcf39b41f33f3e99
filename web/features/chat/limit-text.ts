import { comingText } from '../../lib/when.ts';
import type { LimitFacts } from '../../state/chat-slice.ts';

const NAMES: Readonly<Record<string, string>> = {
  daily: 'Your daily limit',
  model: 'The daily limit of this model',
  lifetime: 'The total of your plan',
};

const countText = ({ used, limit }: LimitFacts): string => {
  if (limit === null) return '';
  return used === null ? `: ${limit}` : `: ${used} of ${limit} used`;
};

/** Which limit refused and when it starts anew, in the reader's own time; null when the server told nothing of it. */
export const limitText = (facts: LimitFacts, now: Date): string | null => {
  if (facts.rule === 'no-access') return 'Your plan does not include this.';
  const again = comingText(facts.resetsAt, now);
  const what = `${NAMES[facts.rule ?? 'daily'] ?? 'The limit'}${countText(facts)}.`;
  if (again) return `${what} It starts again ${again}.`;
  return facts.used === null ? null : what;
};
