import type { RoutePath } from './route.ts';
import type { SettingsName } from '../shared/settings/documents.ts';
import { fileTtl } from '../shared/settings/file-ttl.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The calls of one document, and the keys of its parts in their bodies; without a key a part is in the body itself. */
export interface SettingsWire {
  readonly path: RoutePath;
  readonly save: 'post' | 'put';
  readonly documentKey?: string;
  readonly metadataKey?: string;
  /** The document with derived fields. */
  readonly present?: (document: Fields) => Fields;
  readonly updatesKey?: string;
  /**
   * The response of a save: like a read, the same with `success`, or (default) with `success`
   * and the read under `config`.
   */
  readonly saved?: 'as read' | 'with success';
}

const HOUR_SECONDS = 3600;
const DAY_HOURS = 24;

const presentTtl = (document: Fields): Fields => {
  const { ttlHours } = fileTtl.parse(document).chatFiles;
  return { chatFiles: { ttlHours, ttlSeconds: ttlHours * HOUR_SECONDS, ttlDays: ttlHours / DAY_HOURS } };
};

/** As the specification defines them. */
export const SETTINGS_WIRES: { readonly [N in SettingsName]: SettingsWire } = {
  'rate-limits': {
    path: '/api/admin/rate-limits',
    save: 'post',
    documentKey: 'config',
    metadataKey: 'config',
    updatesKey: 'updates',
    saved: 'as read',
  },
  'model-config': { path: '/api/ai/model-config', save: 'post' },
  agents: { path: '/api/admin/agent-config', save: 'post', metadataKey: '_metadata', updatesKey: 'config' },
  freemium: {
    path: '/api/admin/freemium-config',
    save: 'post',
    documentKey: 'config',
    updatesKey: 'config',
    saved: 'as read',
  },
  vision: { path: '/api/admin/vision-config', save: 'post' },
  'storage-limits': { path: '/api/admin/storage-limits', save: 'put' },
  audit: { path: '/api/admin/audit-config', save: 'post' },
  registration: { path: '/api/admin/registration-config', save: 'post' },
  'usage-mail': { path: '/api/admin/usage-mail-config', save: 'post' },
  tools: { path: '/api/admin/tools-config', save: 'post' },
  notices: { path: '/api/admin/notices', save: 'post' },
  'second-factor': { path: '/api/admin/second-factor-config', save: 'post' },
  'file-ttl': { path: '/api/admin/file-ttl-config', save: 'put', present: presentTtl, saved: 'with success' },
};

export interface SettingsState {
  readonly document: Fields;
  readonly metadata: Fields;
  readonly origins: Fields;
}

export interface SettingsChange {
  readonly updates: Fields;
  readonly reason: string | undefined;
  /** The version of the form. */
  readonly version: number | undefined;
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const find = (key: string | undefined, body: Fields): Fields => {
  const found = key === undefined ? body : body[key];
  return isFields(found) ? found : {};
};

type Parts<T> = Readonly<Record<string, T>>;

const place = <T>(key: string | undefined, parts: Parts<T>, nest: (parts: Parts<T>) => T): Parts<T> =>
  key === undefined ? parts : { [key]: nest(parts) };

/** The parts of a response, as values or as schemas. */
export const placeParts = <T>(
  { documentKey, metadataKey }: SettingsWire,
  { document, metadata }: { readonly document: Parts<T>; readonly metadata: Parts<T> },
  nest: (parts: Parts<T>) => T,
): Parts<T> =>
  documentKey === metadataKey
    ? place(documentKey, { ...document, ...metadata }, nest)
    : { ...place(documentKey, document, nest), ...place(metadataKey, metadata, nest) };

const asValue = (fields: Fields): unknown => fields;

export const presentSettings = (wire: SettingsWire, { document, metadata, origins }: SettingsState): Fields => ({
  ...placeParts(wire, { document: wire.present?.(document) ?? document, metadata }, asValue),
  origins,
});

export const presentSaved = ({ saved }: SettingsWire, answer: Fields): Fields => {
  if (saved === 'as read') return answer;
  return saved === 'with success' ? { success: true, ...answer } : { success: true, config: answer };
};

/** The parts of a response; the document may have additional fields. */
export const readSettings = (wire: SettingsWire, answer: Fields): SettingsState => ({
  document: find(wire.documentKey, answer),
  metadata: find(wire.metadataKey, answer),
  origins: find('origins', answer),
});

export const writeChange = ({ updatesKey }: SettingsWire, { updates, ...note }: SettingsChange): Fields => ({
  ...place(updatesKey, updates, asValue),
  ...note,
});

/** Fields of a response that a form may send back and that are no part of the document. */
const ECHOED = ['lastUpdated', 'updatedBy', 'reason', 'version', 'origins', '_metadata'] as const;

const withoutEchoed = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !ECHOED.some((echoed) => echoed === key)));

const versionIn = (fields: Fields): number | undefined =>
  typeof fields['version'] === 'number' ? fields['version'] : undefined;

/** The change in a body. Its own version counts before the one that the form sent back. */
export const readChange = ({ updatesKey }: SettingsWire, body: Fields): SettingsChange => {
  const form = find(updatesKey, body);
  const { reason } = body;
  return {
    updates: withoutEchoed(form),
    reason: typeof reason === 'string' ? reason : undefined,
    version: versionIn(body) ?? versionIn(form) ?? versionIn(find('_metadata', form)),
  };
};
