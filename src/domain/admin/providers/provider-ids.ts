import { normalizeUnicode } from '../../../shared/unicode.ts';
import { InvalidInput } from '../../kernel/domain-error.ts';
import type { ConnectedProvider, ProviderKind, ProviderSwitch } from './ports.ts';

const MAX_SLUG_LENGTH = 30;
/** Prefixes of model ids that mean something else. */
const RESERVED_IDS = ['demo', 'search', 'mail'];

const slugOf = (name: string): string =>
  normalizeUnicode(name, 'NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-|-$/g, '');

/**
 * One model provider of a kind has the kind's id, so that the environment's takes its place; search
 * and mail have one provider.
 */
export const newProviderId = (
  { need, kinds, configured }: Pick<ProviderSwitch, 'need' | 'kinds' | 'configured'>,
  kind: ProviderKind,
  { name, existing }: { readonly name: string; readonly existing: readonly ConnectedProvider[] },
): string => {
  if (need !== 'models') return need;
  if (!kind.isRepeatable) return kind.id;
  const slug = slugOf(name) || kind.id;
  const others = kinds.filter((each) => each.id !== kind.id);
  const taken = new Set([
    ...RESERVED_IDS,
    ...[others, configured, existing].flatMap((list) => list.map(({ id }) => id)),
  ]);
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? slug : `${slug}-${count}`;
    if (!taken.has(id)) return id;
  }
};

export const kindOf = ({ kinds }: Pick<ProviderSwitch, 'kinds'>, id: string): ProviderKind => {
  const kind = kinds.find((each) => each.id === id);
  if (!kind) throw new InvalidInput('Unknown kind of provider', 'kind');
  return kind;
};
