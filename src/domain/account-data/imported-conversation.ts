import type { BroughtDetails } from '../../shared/brought-details.ts';
import type { ImportSkip } from '../../shared/import-skips.ts';
import type { ReplyDetails } from '../../shared/reply-details.ts';
import type { FinalStatus } from '../../shared/reply-status.ts';
import { isRecord } from '../../shared/schema.ts';

export type { BroughtDetails } from '../../shared/brought-details.ts';

/** Of a message, as in the call that saves a chat. What is longer is cut. */
export const MAX_TEXT_LENGTH = 200_000;

export interface ImportedTurn {
  readonly id: string;
  readonly parentId: string | null;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** Epoch milliseconds; undefined when the export has none. */
  readonly at: number | undefined;
  readonly model: string | null;
  /** Undefined: complete. */
  readonly status?: FinalStatus | undefined;
  readonly fileIds?: readonly string[] | undefined;
  readonly mode?: { readonly isAgent: boolean; readonly agentType: string | null } | undefined;
  readonly details?: BroughtDetails | undefined;
}

export interface ImportedConversation {
  readonly id: string;
  readonly title: string;
  readonly createdAt: number | undefined;
  readonly updatedAt: number | undefined;
  /**
   * Parents before children. Messages without text are left out unless they failed; their children move up to the
   * parent.
   */
  readonly turns: readonly ImportedTurn[];
  /** The last message of the shown path. */
  readonly leafId: string | undefined;
  readonly gptType?: string | undefined;
  /** When it is deleted; undefined: it is not temporary. */
  readonly expiresAt?: number | undefined;
  /** When it was pinned; undefined: it is not pinned. */
  readonly pinnedAt?: number | 'unknown' | undefined;
  readonly archived?: boolean | undefined;
  /** Of the whole chat. */
  readonly lists?: Partial<Pick<ReplyDetails, 'sources' | 'images' | 'relatedQuestions'>>;
}

export interface UnreadableConversation {
  readonly id: string;
  readonly title: string;
  readonly skip: ImportSkip;
}

export type ParsedConversation = ImportedConversation | UnreadableConversation;

export const isUnreadable = (parsed: ParsedConversation): parsed is UnreadableConversation => 'skip' in parsed;

export const toFields = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A file has a list of conversations, or one. */
export const toConversations = (file: unknown): readonly unknown[] => (isRecord(file) ? [file] : toList(file));

export const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Empty when there is none. */
export const toId = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const MAX_SECONDS_TIMESTAMP = 100_000_000_000;
/** 1970 to 2100. */
const MAX_TIMESTAMP = 4_102_444_800_000;

/** Parses seconds, milliseconds or a date string; undefined when it is not a valid time. */
export const toTimestamp = (value: unknown): number | undefined => {
  const at =
    typeof value === 'string'
      ? Date.parse(value)
      : typeof value === 'number'
        ? value * (value < MAX_SECONDS_TIMESTAMP ? 1000 : 1)
        : Number.NaN;
  return Number.isFinite(at) && at > 0 && at < MAX_TIMESTAMP ? Math.round(at) : undefined;
};

/** What an export says of the place of a conversation in its list. */
interface ExportedPlace {
  readonly pinnedAt?: unknown;
  readonly isPinned?: unknown;
  readonly isArchived?: unknown;
}

/** An archived conversation has no pin. */
export const toPlace = ({
  pinnedAt,
  isPinned,
  isArchived,
}: ExportedPlace): Pick<ImportedConversation, 'pinnedAt' | 'archived'> =>
  isArchived === true
    ? { archived: true }
    : { pinnedAt: toTimestamp(pinnedAt) ?? (isPinned === true ? 'unknown' : undefined) };

export interface Node {
  readonly id: string;
  readonly parentId: string | null;
  /** Undefined for nodes that are no message: instructions, tools, empty ones. */
  readonly turn: Omit<ImportedTurn, 'id' | 'parentId'> | undefined;
}

/** In order. */
export const timesOf = (nodes: readonly Node[]): readonly number[] =>
  nodes.flatMap(({ turn }) => turn?.at ?? []).toSorted((a, b) => a - b);

const MAX_TURNS = 5000;
/** Most nodes are messages, so a file with many more nodes is not a conversation. */
const MAX_NODES = 10 * MAX_TURNS;

/** The reason for a refusal; undefined when the size is fine. */
const describeOversize = (nodes: readonly Node[]): ImportSkip | undefined => {
  const turns = nodes.length > MAX_NODES ? nodes.length : nodes.reduce((count, { turn }) => count + (turn ? 1 : 0), 0);
  return turns > MAX_TURNS ? { key: 'tooManyMessages', count: MAX_TURNS } : undefined;
};

/** Finds the nearest message at or above a node. Each node is visited once, however many are below it. */
const createTurnFinder = (byId: ReadonlyMap<string, Node>) => {
  const cache = new Map<string, string | null>();
  return (from: string | null): string | null => {
    const passed: string[] = [];
    let at = from;
    while (at !== null && !cache.has(at)) {
      cache.set(at, null); // a cycle leads to no message
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
 * The messages of a tree, parents first. Nodes without a message are skipped; a node whose parents form a cycle or are
 * missing becomes a root.
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

export const buildConversation = (
  nodes: readonly Node[],
  { findLeaf, ...fields }: ConversationFields,
): ParsedConversation => {
  const skip = describeOversize(nodes);
  return skip === undefined
    ? { ...fields, turns: listTurns(nodes), leafId: findLeaf(nodes) }
    : { id: fields.id, title: fields.title, skip };
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

/** The last message at or above a node (the node shown last may have none). */
export const findLeafAbove = (nodes: readonly Node[], from: string): string | undefined => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const seen = new Set<string>();
  for (let at: string | null = from; at !== null && !seen.has(at); at = byId.get(at)?.parentId ?? null) {
    seen.add(at);
    if (byId.get(at)?.turn) return at;
  }
  return undefined;
};

/** The end of the branch that was written to last. */
export const findNewestLeaf = (nodes: readonly Node[]): string | undefined => {
  const parents = new Set(nodes.map(({ parentId }) => parentId));
  const ends = nodes.filter(({ id, turn }) => turn && !parents.has(id));
  return ends.reduce<Node | undefined>(
    (best, node) => ((node.turn?.at ?? 0) >= (best?.turn?.at ?? 0) ? node : best),
    undefined,
  )?.id;
};

/** Exports without branches may omit the parents: then each message follows the one before. */
export const linkSequentially = (nodes: readonly Node[]): readonly Node[] => {
  const named = nodes.some(({ parentId }) => parentId !== null);
  return named ? nodes : nodes.map((node, index) => ({ ...node, parentId: nodes[index - 1]?.id ?? null }));
};
