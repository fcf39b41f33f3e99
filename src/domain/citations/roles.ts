import {
  AGENT_MARKERS,
  AUXILIARIES,
  CONJUNCTIONS,
  DESTINATIONS,
  DETERMINERS,
  FREE_ORDER,
  ORIGINS,
  OWNERSHIP,
  PREPOSITIONS,
  RECIPROCAL,
  SYMMETRIC,
} from './role-words.ts';
import { isSameMeaning, type Meaningful } from './same-word.ts';
import type { Item, Tokens } from './tokenize.ts';

type Keys = ReadonlySet<string>;

/** Who does something to whom: the words on either side of a verb, the doer first. */
interface Relation {
  readonly pivot: Meaningful;
  readonly agents: Keys;
  readonly patients: Keys;
  /** Not after a preposition, as in `based in Hamburg`. */
  readonly isDirect: boolean;
}

interface Entity extends Meaningful {
  readonly at: number;
  readonly isName: boolean;
  /** After a preposition. */
  readonly isGoverned: boolean;
}

const plainOf = (item: Item | undefined): string => (item && 'plain' in item ? item.plain : '');

const splitClauses = (items: readonly Item[]): (readonly Item[])[] => {
  const clauses: Item[][] = [[]];
  for (const item of items) {
    if (item.kind === 'break') clauses.push([]);
    else clauses.at(-1)?.push(item);
  }
  return clauses;
};

/** A shorter clause says nothing of two. */
const MIN_CLAUSE_ITEMS = 3;

const entitiesOf = (clause: readonly Item[]): Entity[] => {
  const entities: Entity[] = [];
  let isGoverned = false;
  clause.forEach((item, at) => {
    if (item.kind === 'word')
      entities.push({ key: item.key, meanings: item.meanings, at, isName: item.isName, isGoverned });
    else if (item.kind === 'number') isGoverned = false;
    else if (item.kind === 'function' && !DETERMINERS.has(item.plain)) isGoverned = PREPOSITIONS.has(item.plain);
  });
  return entities;
};

/** Names decide where there are any. */
const keysOf = (entities: readonly Entity[]): Keys => {
  const names = entities.filter(({ isName }) => isName);
  return new Set((names.length > 0 ? names : entities).map(({ key }) => key));
};

type Sides = Omit<Relation, 'pivot'>;

/** `A was hired by B`: the words after `by`, and those before the verb. */
const passiveSides = (clause: readonly Item[], entities: readonly Entity[], pivot: Entity): Sides | undefined => {
  const by = clause.findIndex((item, at) => at > 0 && item.kind === 'function' && AGENT_MARKERS.has(item.plain));
  const isAfterVerb = clause.slice(0, by + 1).some((item) => AUXILIARIES.has(plainOf(item))) || by === pivot.at + 1;
  if (by < 0 || !isAfterVerb) return undefined;
  const end = clause.findIndex((item, at) => at > by + 1 && item.kind === 'function' && !DETERMINERS.has(item.plain));
  const isAgent = ({ at }: Entity): boolean => at > by && (end < 0 || at < end) && at !== pivot.at;
  const patients = entities.filter((each) => !isAgent(each) && !each.isGoverned && each.at !== pivot.at);
  return { agents: keysOf(entities.filter(isAgent)), patients: keysOf(patients), isDirect: true };
};

/** Nothing but pronouns and auxiliaries stands before the verb. */
const beginsWith = (clause: readonly Item[], pivot: Entity): boolean =>
  clause.slice(0, pivot.at).every((item) => {
    const plain = plainOf(item);
    return item.kind === 'function' && (AUXILIARIES.has(plain) || !DETERMINERS.has(plain));
  });

const activeSides = (
  clause: readonly Item[],
  entities: readonly Entity[],
  pivot: Entity,
  namesBefore: readonly Entity[],
): Sides | undefined => {
  const own = entities.filter(({ at, isGoverned }) => at < pivot.at && !isGoverned);
  // `Anna, who hired Bert`: a clause that begins with its verb is about the name before.
  const left = beginsWith(clause, pivot) ? namesBefore : own;
  const right = entities.filter(({ at }) => at > pivot.at);
  const direct = right.filter(({ isGoverned }) => !isGoverned);
  const objects = direct.length > 0 ? direct : right;
  if (left.length > 0 && objects.length > 0)
    return { agents: keysOf(left), patients: keysOf(objects), isDirect: direct.length > 0 };
  const rest = (left.length > 0 ? left : direct).filter(({ isName }) => isName);
  const [first, last] = [rest[0], rest.at(-1)];
  return first && last && first !== last
    ? { agents: new Set([first.key]), patients: new Set([last.key]), isDirect: true }
    : undefined;
};

const relationsIn = (clause: readonly Item[], namesBefore: readonly Entity[]): Relation[] => {
  if (clause.some((item) => RECIPROCAL.has(plainOf(item)))) return [];
  const entities = entitiesOf(clause);
  return entities.flatMap((pivot) => {
    const isListed = [pivot.at - 1, pivot.at + 1].some((at) => CONJUNCTIONS.has(plainOf(clause[at])));
    if (pivot.isName || isListed || SYMMETRIC.has(pivot.key)) return [];
    const sides = passiveSides(clause, entities, pivot) ?? activeSides(clause, entities, pivot, namesBefore);
    return sides && sides.agents.size > 0 && sides.patients.size > 0 ? [{ pivot, ...sides }] : [];
  });
};

/** `from Lyon to Turin`. */
const routesIn = (clause: readonly Item[]): Relation[] => {
  const after = (markers: Keys): string | undefined => {
    const at = clause.findIndex((item, index) => index > 0 && item.kind === 'function' && markers.has(item.plain));
    const place = at < 0 ? undefined : clause.slice(at + 1, at + 3).find(({ kind }) => kind === 'word');
    return place?.kind === 'word' ? place.key : undefined;
  };
  const [from, to] = [after(ORIGINS), after(DESTINATIONS)];
  return from === undefined || to === undefined
    ? []
    : [{ pivot: { key: '@route', meanings: [] }, agents: new Set([from]), patients: new Set([to]), isDirect: true }];
};

const relationsOf = ({ items }: Tokens): Relation[] => {
  const clauses = splitClauses(items);
  return clauses.flatMap((clause, at) => {
    if (clause.length < MIN_CLAUSE_ITEMS) return [];
    const namesBefore = entitiesOf(clauses[at - 1] ?? []).filter(({ isName, isGoverned }) => isName && !isGoverned);
    return [...relationsIn(clause, namesBefore), ...routesIn(clause)];
  });
};

const isDisjoint = (a: Keys, b: Keys): boolean => [...a].every((key) => !b.has(key));
const isSwapped = (claim: Relation, source: Relation): boolean =>
  claim.isDirect === source.isDirect &&
  !isDisjoint(claim.agents, source.patients) &&
  !isDisjoint(claim.patients, source.agents) &&
  isDisjoint(claim.agents, source.agents) &&
  isDisjoint(claim.patients, source.patients);

/** A name at the start, perhaps after an article. */
const nameIn = (items: readonly Item[]): string | undefined => {
  const first = items.find((item) => item.kind !== 'function' || !DETERMINERS.has(item.plain));
  return first?.kind === 'word' && first.isName ? first.key : undefined;
};

/** The owner of a thing: `Bert's mother`, `the mother of Bert`. */
const ownersOf = ({ items }: Tokens): Map<string, Set<string>> => {
  const owners = new Map<string, Set<string>>();
  const add = (thing: string, owner: string): void =>
    void owners.set(thing, (owners.get(thing) ?? new Set()).add(owner));
  items.forEach((item, at) => {
    if (item.kind !== 'word') return;
    const next = items[at + 1];
    if (next?.kind === 'word' && /['’]s?$/.test(item.plain)) add(next.key, item.key);
    const owner =
      next?.kind === 'function' && OWNERSHIP.has(next.plain) ? nameIn(items.slice(at + 2, at + 4)) : undefined;
    if (owner !== undefined) add(item.key, owner);
  });
  return owners;
};

const mentions = ({ items }: Tokens, key: string): boolean =>
  items.some((item) => item.kind === 'word' && item.key === key);

const ownersDiffer = (claim: Tokens, source: Tokens): boolean => {
  const stated = ownersOf(source);
  return [...ownersOf(claim)].some(([thing, claimed]) => {
    const owners = stated.get(thing);
    if (!owners || SYMMETRIC.has(thing) || !isDisjoint(claimed, owners)) return false;
    return [...claimed].every((key) => mentions(source, key)) && [...owners].some((key) => mentions(claim, key));
  });
};

/** Japanese marks roles with particles. */
const JAPANESE_ROLE = /([\p{Script=Han}\p{Script=Katakana}ーA-Za-z0-9]{1,16})(?:さん|氏|社)?(は|が|を|に|より)/gu;

const japaneseRelation = (text: string): Relation | undefined => {
  const roles = new Map(
    [...text.matchAll(JAPANESE_ROLE)].map(({ 1: name = '', 2: particle = '' }) => [particle, name]),
  );
  const subject = roles.get('は') ?? roles.get('が');
  const isPassive = /[さらわかたまばがな]れ(?:た|る|て|ま)/u.test(text);
  const object = isPassive ? roles.get('に') : (roles.get('を') ?? roles.get('より') ?? roles.get('に'));
  const pivot = [...text.matchAll(/\p{Script=Han}(?=\p{Script=Hiragana})/gu)].at(-1)?.[0];
  if (subject === undefined || object === undefined || pivot === undefined) return undefined;
  const [agent, patient] = isPassive ? [object, subject] : [subject, object];
  return {
    pivot: { key: pivot, meanings: [] },
    agents: new Set([agent]),
    patients: new Set([patient]),
    isDirect: true,
  };
};

const rolesDifferInJapanese = (claim: Tokens, source: Tokens): boolean => {
  const [claimed, stated] = [japaneseRelation(claim.text), japaneseRelation(source.text)];
  return (
    claimed !== undefined &&
    stated !== undefined &&
    claimed.pivot.key === stated.pivot.key &&
    isSwapped(claimed, stated)
  );
};

/** Longer sentences say more than one thing. */
const MAX_ITEMS = 150;

/** Whether a claim says the same of two things the other way round. Not for languages whose order says nothing. */
export const rolesDiffer = (claim: Tokens, source: Tokens): boolean => {
  if (claim.language !== source.language && claim.language !== undefined && source.language !== undefined) return false;
  const language = claim.language ?? source.language ?? '';
  if (language === 'ja') return rolesDifferInJapanese(claim, source);
  if (FREE_ORDER.has(language) || claim.items.length > MAX_ITEMS) return false;
  const stated = relationsOf(source);
  const isReversed = relationsOf(claim).some((relation) =>
    stated.some((each) => isSameMeaning(relation.pivot, each.pivot) && isSwapped(relation, each)),
  );
  return isReversed || ownersDiffer(claim, source);
};
