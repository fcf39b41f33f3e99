import { z } from 'zod';

const proxyAddress = (calls: string) =>
  z
    .url({ protocol: /^https?$/, error: 'must begin with http:// or https://' })
    .optional()
    .describe(
      `Proxy for calls to ${calls} addresses of model providers and search in the environment, sign-in, text ` +
        'messages, captchas and analytics: `http://user:password@proxy:3128` (docs/operations.md).',
    );

/** The usual variables of networks that let nothing out but through a proxy. */
export const OUTBOUND_PROXY_SETTINGS = z.object({
  HTTP_PROXY: proxyAddress('`http://`'),
  HTTPS_PROXY: proxyAddress('`https://`'),
  NO_PROXY: z
    .string()
    .optional()
    .describe(
      'Hosts that are called without it, separated by commas: `ollama,.corp.example,10.0.0.7:8080`, or `*`. This ' +
        'machine never is called through it.',
    ),
});

/** In the form that undici takes. An empty address is none, so its own look at the environment is overruled. */
export interface OutboundProxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/** Undefined without a proxy. */
export const outboundProxies = ({
  HTTP_PROXY: httpProxy = '',
  HTTPS_PROXY: httpsProxy = '',
  NO_PROXY: noProxy = '',
}: z.output<typeof OUTBOUND_PROXY_SETTINGS>): OutboundProxies | undefined =>
  httpProxy === '' && httpsProxy === ''
    ? undefined
    : { httpProxy, httpsProxy, noProxy: noProxy.trim() === '*' ? '*' : [noProxy, ...THIS_MACHINE].join(',') };

/**
 * `fetch` of this thread goes through them. Calls whose address a person names have connections of their own that check
 * it, and go without.
 */
export const useOutboundProxies = async (proxies: OutboundProxies | undefined): Promise<void> => {
  if (!proxies) return;
  const { EnvHttpProxyAgent, setGlobalDispatcher } = await import('undici');
  setGlobalDispatcher(new EnvHttpProxyAgent(proxies));
};
