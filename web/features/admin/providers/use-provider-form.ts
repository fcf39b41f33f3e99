import { useRef, useState } from 'react';

import { PROVIDER_FAILURES, type ProviderFailure } from '../../../../src/shared/providers.ts';
import { isApiFailure } from '../../../lib/api-error.ts';
import { trimEndMatching } from '../../../lib/trim-end.ts';
import { isUnlisted } from '../shared/is-unlisted.ts';
import { type EnteredProvider, type ProviderBody, type ProviderGroup, providersApi } from './providers-api.ts';

type Kind = ProviderGroup['kinds'][number];

export interface ProviderFields {
  readonly kind: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly user: string;
  readonly sender: string;
  readonly apiKey: string;
  readonly model: string;
}

const EMPTY: ProviderFields = { kind: '', name: '', baseUrl: '', user: '', sender: '', apiKey: '', model: '' };

const initialFields = ({ kinds: [first] }: ProviderGroup, provider: EnteredProvider | null): ProviderFields => {
  if (!provider) return { ...EMPTY, kind: first?.id ?? '' };
  const { kind, name, baseUrl, user, sender, model } = provider;
  return { ...EMPTY, kind, name, baseUrl: baseUrl ?? '', user: user ?? '', sender: sender ?? '', model: model ?? '' };
};

const orNull = (text: string): string | null => text.trim() || null;

/** Without a typed key the stored one of the same provider is meant. */
const toBody = (fields: ProviderFields, kind: Kind | undefined, need: ProviderGroup['need']): ProviderBody => {
  const isMail = kind?.sendsMail === true;
  const { apiKey } = fields;
  return {
    need,
    kind: fields.kind,
    name: kind?.isRepeatable === true ? fields.name : '',
    baseUrl: kind?.needsAddress === true ? trimEndMatching(fields.baseUrl.trim(), /\//) : null,
    model: need === 'models' ? orNull(fields.model) : null,
    user: isMail ? orNull(fields.user) : null,
    sender: isMail ? fields.sender : null,
    ...(apiKey.trim() === '' ? {} : { apiKey: apiKey.trim() }),
  };
};

/** How the provider failed, where the server knows. */
export const failureOf = (error: unknown): ProviderFailure | undefined =>
  isApiFailure(error) ? PROVIDER_FAILURES.find((one) => one === error.data['failure']) : undefined;

/** The form of a provider: a change asks for another test, because what was tested is another provider. */
export const useProviderForm = (group: ProviderGroup, provider: EnteredProvider | null, onSaved: () => void) => {
  const [before] = useState(provider);
  const [fields, setFields] = useState(() => initialFields(group, provider));
  const [test, testing] = providersApi.useTestProviderMutation();
  const [save, saving] = providersApi.useSaveProviderMutation();
  /** Counts what was typed: an answer about another provider than the last says nothing of it. */
  const typed = useRef(0);
  const [testedAt, setTestedAt] = useState(-1);
  const [namesModel, setNamesModel] = useState(false);
  const kind = group.kinds.find(({ id }) => id === fields.kind);
  const body = toBody(fields, kind, group.need);
  const change = (changes: Partial<ProviderFields>): void => {
    saving.reset();
    // Any model that is chosen is one of those that were listed.
    if (!('model' in changes) || 'kind' in changes) {
      typed.current += 1;
      testing.reset();
      setNamesModel(false);
    }
    setFields((before) => ({ ...before, ...changes }));
  };
  return {
    fields,
    kind,
    testing,
    saving,
    change,
    /** The model is typed, as it cannot be chosen. */
    namesModel,
    tested: testing.data !== undefined && testedAt === typed.current ? testing.data : null,
    test: async (): Promise<void> => {
      saving.reset();
      const asked = typed.current;
      const { error } = await test({ ...body, ...(provider ? { id: provider.id } : {}) });
      setTestedAt(asked);
      if (isUnlisted(error)) setNamesModel(true);
    },
    save: async (): Promise<void> => {
      const { data, error } = await save({ before, body });
      if (data) onSaved();
      else if (isUnlisted(error)) setNamesModel(true);
    },
  };
};
