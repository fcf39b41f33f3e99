import type { Json } from '../kernel/json.ts';
import { maskEmails } from '../kernel/mask.ts';
import type { AuditDetails } from './entry.ts';

interface Bounds {
  readonly text: number;
  readonly items: number;
}

/** The first that make it short enough count, so that long lists never push out the rest. */
const BOUNDS: readonly Bounds[] = [
  { text: 300, items: 40 },
  { text: 100, items: 10 },
  { text: 40, items: 5 },
];
/** Fields of an object: names are ours. */
const MAX_FIELDS = 40;
const MAX_DEPTH = 6;
const MAX_LENGTH = 8000;

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** What admins search for and give as reasons may name people by their address. */
const shortenText = (text: string, max: number): string => {
  const masked = maskEmails(text); // first: half an address is one that nobody recognises
  return masked.length > max ? `${masked.slice(0, max)}…` : masked;
};

const shorten = (value: Json, depth: number, bounds: Bounds): Json => {
  if (typeof value === 'string') return shortenText(value, bounds.text);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  if (isList(value)) {
    const items = value.slice(0, bounds.items).map((item) => shorten(item, depth - 1, bounds));
    return value.length > bounds.items ? [...items, `… ${value.length - bounds.items} more`] : items;
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_FIELDS)
      .map(([key, item]) => [key, shorten(item, depth - 1, bounds)]),
  );
};

/** JSON of a bounded length without whole addresses: long texts and lists are cut, and say so. */
export const detailsJson = (details: AuditDetails = {}): string => {
  let text = '';
  for (const bounds of BOUNDS) {
    text = JSON.stringify(shorten(details, MAX_DEPTH, bounds));
    if (text.length <= MAX_LENGTH) return text;
  }
  return JSON.stringify({ omitted: `${text.length} characters` });
};
