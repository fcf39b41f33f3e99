import { useRef, useState } from 'react';

import { trimEndMatching } from '../../../lib/trim-end.ts';
import { isUnlisted } from '../shared/is-unlisted.ts';
import { type OfferedModel, type Setup, setupApi } from './setup-api.ts';

type Kind = Setup['models']['kinds'][number];

interface Form {
  readonly provider: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly model: string;
}

const FIRST_KIND = 'openai';

const initialForm = ({ models: { connected } }: Setup): Form => ({
  provider: connected?.provider ?? FIRST_KIND,
  baseUrl: connected?.baseUrl ?? '',
  apiKey: '',
  model: connected?.model ?? '',
});

/** Without a typed key the stored one of the same server is meant. */
const toServer = ({ provider, baseUrl, apiKey }: Form, kind: Kind | undefined) => ({
  provider,
  baseUrl: kind?.needsAddress === true ? trimEndMatching(baseUrl.trim(), /\//) : null,
  ...(apiKey.trim() === '' ? {} : { apiKey: apiKey.trim() }),
});

/** Whether the key of this very server is stored: it is sent nowhere else. */
const isStored = (
  connected: Setup['models']['connected'],
  { provider, baseUrl }: Pick<ReturnType<typeof toServer>, 'provider' | 'baseUrl'>,
): boolean => connected?.hasKey === true && connected.provider === provider && connected.baseUrl === baseUrl;

/** The form of a model server: a change of the server asks for another test, because its models may be others. */
export const useModelServer = (setup: Setup) => {
  const { kinds, connected } = setup.models;
  const [form, setForm] = useState(() => initialForm(setup));
  const [models, setModels] = useState<readonly OfferedModel[] | null>(null);
  const [namesModel, setNamesModel] = useState(false);
  const [test, testing] = setupApi.useTestModelServerMutation();
  const [connect, connecting] = setupApi.useConnectModelServerMutation();
  const [disconnect, disconnecting] = setupApi.useDisconnectModelServerMutation();
  /** Counts the servers that were typed: an answer about another one than the last says nothing of it. */
  const servers = useRef(0);
  const kind = kinds.find(({ id }) => id === form.provider);
  const forget = (): void => {
    for (const each of [testing, connecting, disconnecting]) each.reset();
  };
  const change = (changes: Partial<Form>): void => {
    forget();
    if (!('model' in changes)) {
      servers.current += 1;
      setModels(null);
      setNamesModel(false);
    }
    setForm((before) => ({ ...before, ...changes }));
  };
  const runTest = async (): Promise<void> => {
    forget();
    setModels(null);
    const asked = servers.current;
    const model = namesModel ? form.model.trim() : '';
    const { data, error } = await test({ ...toServer(form, kind), ...(model === '' ? {} : { model }) });
    if (servers.current !== asked) return;
    if (isUnlisted(error)) setNamesModel(true);
    if (!data) return;
    setModels(data.models);
    const isOffered = data.models.some(({ id }) => id === form.model);
    setForm((before) => ({ ...before, model: isOffered ? form.model : (data.models[0]?.id ?? '') }));
  };
  return {
    form,
    kind,
    models,
    /** The model is typed, as it cannot be chosen. */
    namesModel,
    testing,
    connecting,
    disconnecting,
    hasKey: isStored(connected, toServer(form, kind)),
    change,
    test: () => void runTest(),
    connect: () => void connect({ ...toServer(form, kind), model: form.model }),
    disconnect: () => {
      forget();
      setModels(null);
      void disconnect();
    },
  };
};
