import type { Json } from '../kernel/json.ts';
import { maskEmails } from '../kernel/mask.ts';
import type { AuditDetails } from './entry.ts';

const MAX_TEXT = 300;
const MAX_ITEMS = 40;
const MAX_DEPTH = 6;
const MAX_LENGTH = 8000;

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** What admins search for and give as reasons may name people by their address. */
const shortenText = (text: string): string => maskEmails(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

const shorten = (value: Json, depth: number): Json => {
  if (typeof value === 'string') return shortenText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  if (isList(value)) {
    const items = value.slice(0, MAX_ITEMS).map((item) => shorten(item, depth - 1));
    return value.length > MAX_ITEMS ? [...items, `… ${value.length - MAX_ITEMS} more`] : items;
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ITEMS)
      .map(([key, item]) => [key, shorten(item, depth - 1)]),
  );
};

/** JSON of a bounded length without whole addresses: long texts and lists are cut, and say so. */
export const detailsJson = (details: AuditDetails = {}): string => {
  const text = JSON.stringify(shorten(details, MAX_DEPTH));
  return text.length <= MAX_LENGTH ? text : JSON.stringify({ omitted: `${text.length} characters` });
};
