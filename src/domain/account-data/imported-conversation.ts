import { isRecord } from '../../shared/schema.ts';

/** One turn of a conversation as another product kept it. */
export interface ImportedTurn {
  readonly id: string;
  readonly parentId: string | null;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** Epoch milliseconds; undefined where the export does not say. */
  readonly at: number | undefined;
  readonly model: string | null;
}

export interface ImportedConversation {
  readonly id: string;
  readonly title: string;
  readonly createdAt: number | undefined;
  readonly updatedAt: number | undefined;
  /** Parents before their children. Those without a word are left out, their children hung up higher. */
  readonly turns: readonly ImportedTurn[];
  /** The last turn that was shown. */
  readonly leafId: string | undefined;
}

/** A conversation that could not be read at all. */
export interface UnreadableConversation {
  readonly id: string;
  readonly title: string;
  readonly reason: string;
}

export type ParsedConversation = ImportedConversation | UnreadableConversation;

export const isUnreadable = (parsed: ParsedConversation): parsed is UnreadableConversation => 'reason' in parsed;

export const toFields = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An id as text; empty when there is none. */
export const toId = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const MAX_SECONDS_TIMESTAMP = 100_000_000_000;
/** 1970 to 2100. */
const MAX_TIMESTAMP = 4_102_444_800_000;

/** A moment, whether it was written in seconds, milliseconds or words. */
export const toTimestamp = (value: unknown): number | undefined => {
  const at =
    typeof value === 'string'
      ? Date.parse(value)
      : typeof value === 'number'
        ? value * (value < MAX_SECONDS_TIMESTAMP ? 1000 : 1)
        : Number.NaN;
  return Number.isFinite(at) && at > 0 && at < MAX_TIMESTAMP ? Math.round(at) : undefined;
};

export interface Node {
  readonly id: string;
  readonly parentId: string | null;
  /** Undefined for what is no turn of the conversation: instructions, tools, empty ones. */
  readonly turn: Omit<ImportedTurn, 'id' | 'parentId'> | undefined;
}

const MAX_TURNS = 5000;
/** Of a conversation's nodes most are turns, so one with many more is no conversation. */
const MAX_NODES = 10 * MAX_TURNS;

/** Why a conversation is too large to be taken over; undefined for one that is not. */
const describeOversize = (nodes: readonly Node[]): string | undefined => {
  const turns = nodes.length > MAX_NODES ? nodes.length : nodes.reduce((count, { turn }) => count + (turn ? 1 : 0), 0);
  return turns > MAX_TURNS ? `It has more than ${MAX_TURNS} messages` : undefined;
};

/** Finds the nearest turn at or above a node. Each node is passed once, however many lie below it. */
const createTurnFinder = (byId: ReadonlyMap<string, Node>) => {
  const cache = new Map<string, string | null>();
  return (from: string | null): string | null => {
    const passed: string[] = [];
    let at = from;
    while (at !== null && !cache.has(at)) {
      cache.set(at, null); // a circle leads to no turn
      if (byId.get(at)?.turn) {
        cache.set(at, at);
        break;
      }
      passed.push(at);
      at = byId.get(at)?.parentId ?? null;
    }
    const found = at === null ? null : (cache.get(at) ?? null);
    for (const node of passed) cache.set(node, found);
    return found;
  };
};

/**
 * The turns of a tree, parents first. What is no turn passes its children on to its parent; a node whose parents lead in
 * a circle or to nothing becomes a beginning.
 */
const listTurns = (nodes: readonly Node[]): ImportedTurn[] => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const turnAbove = createTurnFinder(byId);
  const turns = new Map<string, ImportedTurn>();
  for (const { id, parentId, turn } of byId.values())
    if (turn) turns.set(id, { id, parentId: turnAbove(parentId), ...turn });
  return sortParentsFirst(turns);
};

type ConversationFields = Omit<ImportedConversation, 'turns' | 'leafId'> & {
  readonly findLeaf: (nodes: readonly Node[]) => string | undefined;
};

/** A conversation out of its nodes; looked at no closer when there are too many. */
export const buildConversation = (
  nodes: readonly Node[],
  { findLeaf, ...fields }: ConversationFields,
): ParsedConversation => {
  const reason = describeOversize(nodes);
  return reason === undefined
    ? { ...fields, turns: listTurns(nodes), leafId: findLeaf(nodes) }
    : { id: fields.id, title: fields.title, reason };
};

const sortParentsFirst = (turns: ReadonlyMap<string, ImportedTurn>): ImportedTurn[] => {
  const sorted = new Map<string, ImportedTurn>();
  for (const start of turns.values()) {
    const line: ImportedTurn[] = [];
    const seen = new Set<string>();
    for (
      let turn: ImportedTurn | undefined = start;
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
export const findLeafAbove = (nodes: readonly Node[], from: string): string | undefined => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const seen = new Set<string>();
  for (let at: string | null = from; at !== null && !seen.has(at); at = byId.get(at)?.parentId ?? null) {
    seen.add(at);
    if (byId.get(at)?.turn) return at;
  }
  return undefined;
};
