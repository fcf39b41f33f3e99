import { createContext, useMemo, useState } from 'react';

/**
 * The long questions that their reader opened. Held by the conversation, as turns that are out of sight are not drawn.
 */
interface Unfolded {
  readonly ids: ReadonlySet<string>;
  readonly unfold: (messageId: string) => void;
  readonly fold: (messageId: string) => void;
}

/** Null where nobody remembers what was opened: there every question is shown whole. */
export const UnfoldedContext = createContext<Unfolded | null>(null);

export const useUnfolded = (): Unfolded => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return useMemo(
    () => ({
      ids,
      unfold: (id) => setIds((before) => (before.has(id) ? before : new Set([...before, id]))),
      fold: (id) => setIds((before) => new Set([...before].filter((other) => other !== id))),
    }),
    [ids],
  );
};
