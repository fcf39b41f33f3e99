/** One turn of a conversation as another product kept it. */
export interface ForeignTurn {
  readonly id: string;
  readonly parentId: string | null;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** Epoch milliseconds; undefined where the export does not say. */
  readonly at: number | undefined;
  readonly model: string | null;
}

export interface Conversation {
  readonly id: string;
  readonly title: string;
  readonly createdAt: number | undefined;
  readonly updatedAt: number | undefined;
  /** Parents before their children. Those without a word are left out, their children hung up higher. */
  readonly turns: readonly ForeignTurn[];
  /** The last turn that was shown. */
  readonly leafId: string | undefined;
}

/** A conversation that could not be read at all. */
export interface Unreadable {
  readonly id: string;
  readonly title: string;
  readonly reason: string;
}

export type Read = Conversation | Unreadable;

export const isUnreadable = (read: Read): read is Unreadable => 'reason' in read;

type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An id as text; empty when there is none. */
export const idOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const SECONDS_END = 100_000_000_000;
/** 1970 to 2100. */
const LAST = 4_102_444_800_000;

/** A moment, whether it was written in seconds, milliseconds or words. */
export const momentOf = (value: unknown): number | undefined => {
  const at =
    typeof value === 'string'
      ? Date.parse(value)
      : typeof value === 'number'
        ? value * (value < SECONDS_END ? 1000 : 1)
        : Number.NaN;
  return Number.isFinite(at) && at > 0 && at < LAST ? Math.round(at) : undefined;
};

export interface Node {
  readonly id: string;
  readonly parentId: string | null;
  /** Undefined for what is no turn of the conversation: instructions, tools, empty ones. */
  readonly turn: Omit<ForeignTurn, 'id' | 'parentId'> | undefined;
}

const MOST_TURNS = 5000;
/** Of a conversation's nodes most are turns, so one with many more is no conversation. */
const MOST_NODES = 10 * MOST_TURNS;

/** Why a conversation is too large to be taken over; undefined for one that is not. */
const tooLarge = (nodes: readonly Node[]): string | undefined => {
  const turns = nodes.length > MOST_NODES ? nodes.length : nodes.reduce((count, { turn }) => count + (turn ? 1 : 0), 0);
  return turns > MOST_TURNS ? `It has more than ${MOST_TURNS} messages` : undefined;
};

/** Finds the nearest turn at or above a node. Each node is passed once, however many lie below it. */
const turnFinder = (byId: ReadonlyMap<string, Node>) => {
  const known = new Map<string, string | null>();
  return (from: string | null): string | null => {
    const passed: string[] = [];
    let at = from;
    while (at !== null && !known.has(at)) {
      known.set(at, null); // a circle leads to no turn
      if (byId.get(at)?.turn) {
        known.set(at, at);
        break;
      }
      passed.push(at);
      at = byId.get(at)?.parentId ?? null;
    }
    const found = at === null ? null : (known.get(at) ?? null);
    for (const node of passed) known.set(node, found);
    return found;
  };
};

/**
 * The turns of a tree, parents first. What is no turn passes its children on to its parent; a node whose parents lead in
 * a circle or to nothing becomes a beginning.
 */
const turnsOf = (nodes: readonly Node[]): ForeignTurn[] => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const turnAbove = turnFinder(byId);
  const turns = new Map<string, ForeignTurn>();
  for (const { id, parentId, turn } of byId.values())
    if (turn) turns.set(id, { id, parentId: turnAbove(parentId), ...turn });
  return parentsFirst(turns);
};

type Told = Omit<Conversation, 'turns' | 'leafId'> & {
  readonly leafOf: (nodes: readonly Node[]) => string | undefined;
};

/** A conversation out of its nodes; looked at no closer when there are too many. */
export const conversationOf = (nodes: readonly Node[], { leafOf, ...told }: Told): Read => {
  const reason = tooLarge(nodes);
  return reason === undefined
    ? { ...told, turns: turnsOf(nodes), leafId: leafOf(nodes) }
    : { id: told.id, title: told.title, reason };
};

const parentsFirst = (turns: ReadonlyMap<string, ForeignTurn>): ForeignTurn[] => {
  const sorted = new Map<string, ForeignTurn>();
  for (const start of turns.values()) {
    const line: ForeignTurn[] = [];
    const seen = new Set<string>();
    for (
      let turn: ForeignTurn | undefined = start;
      turn && !sorted.has(turn.id) && !seen.has(turn.id);
      turn = turns.get(turn.parentId ?? '')
    ) {
      seen.add(turn.id);
      line.push(turn);
    }
    for (const turn of line.reverse()) {
      const parentId = turn.parentId !== null && sorted.has(turn.parentId) ? turn.parentId : null;
      sorted.set(turn.id, { ...turn, parentId });
    }
  }
  return [...sorted.values()];
};

/** The last turn at or above a node: the node that was shown last may be no turn itself. */
export const leafAbove = (nodes: readonly Node[], from: string): string | undefined => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const seen = new Set<string>();
  for (let at: string | null = from; at !== null && !seen.has(at); at = byId.get(at)?.parentId ?? null) {
    seen.add(at);
    if (byId.get(at)?.turn) return at;
  }
  return undefined;
};
