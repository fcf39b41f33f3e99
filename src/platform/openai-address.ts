import { trimEndMatching } from '../domain/kernel/trim-end.ts';

/** What stands after the address of the API where people copy that of a call. */
const CALL = /\/(?:chat\/completions|completions|embeddings|responses|models)$/;
const VERSION = /\/v\d+(?:alpha|beta)?$/;

/** Where the API is on hosts that many know by name only. */
const KNOWN_PATHS: readonly (readonly [host: RegExp, path: string])[] = [
  [/^generativelanguage\.googleapis\.com$/, '/v1beta/openai'],
  [/\.(?:openai|cognitiveservices|services\.ai)\.azure\.com$/, '/openai/v1'],
  [/^api\.groq\.com$/, '/openai/v1'],
  [/^openrouter\.ai$/, '/api/v1'],
];

/** Of Ollama: its own address, or that of its own API, beside which this one is. */
export const ollamaAddress = (given: string): string => {
  const address = trimEndMatching(given, /\//).replace(/\/api(?:\/\w+)?$/, '');
  return /\/v1(?:\/|$)/.test(address) ? address : `${address}/v1`;
};

const split = (address: string): readonly [path: string, query: string] => {
  const at = address.indexOf('?');
  const [path, query] = at === -1 ? [address, ''] : [address.slice(0, at), address.slice(at)];
  return [trimEndMatching(path, /\//), query];
};

/** The addresses that may be meant, the most probable one first. */
const candidates = (given: string): readonly string[] => {
  const { origin, hostname } = URL.canParse(given) ? new URL(given) : { origin: '', hostname: '' };
  const known = KNOWN_PATHS.find(([host]) => host.test(hostname));
  if (known) return [`${origin}${known[1]}`];
  const [path, query] = split(given);
  const base = path.replace(CALL, '');
  const bases = [base, ...(VERSION.test(base) ? [] : [`${base}/v1`]), path];
  return [...new Set(bases)].map((each) => `${each}${query}`);
};

const endpoint = (base: string, call: string): string => {
  const [path, query] = split(base);
  return `${path}/${call}${query}`;
};

/**
 * The address of a server with OpenAI's API, up to and including `/v1`, from what people write: it may be that of a
 * call, or lack the version that the server needs. The first calls find out; later ones do not look again.
 */
export class OpenAiAddress {
  #bases: readonly string[];

  /** `isElsewhere`: an error says that nothing is at an address. */
  constructor(
    given: string,
    private readonly isElsewhere: (error: unknown) => boolean,
  ) {
    this.#bases = candidates(given);
  }

  /** Sends a call such as `chat/completions`. Throws what the most probable address answered. */
  async send<T>(call: string, send: (url: string) => Promise<T>): Promise<T> {
    let failure: { readonly error: unknown } | undefined;
    for (const base of this.#bases) {
      try {
        const result = await send(endpoint(base, call));
        this.#bases = [base];
        return result;
      } catch (error) {
        if (!this.isElsewhere(error)) throw error;
        failure ??= { error };
      }
    }
    throw failure?.error;
  }
}
