import type { Context } from 'koa';
import { z } from 'zod';

import { agentType } from '../../contract/agents.ts';
import { fileClasses } from '../../contract/file-classes.ts';
import type { Access } from '../../contract/route.ts';
import { DomainError } from '../../domain/kernel/domain-error.ts';
import type { Analytics, AnalyticsEvent, Secrets } from '../../domain/kernel/ports.ts';
import type { Call, Mount } from './mount.ts';
import type { Principal } from './principal.ts';

interface Facts {
  readonly body: unknown;
  readonly answer: unknown;
  readonly principal: Principal;
}

type Teller = (facts: Facts) => AnalyticsEvent | undefined;

/** What a browser says whose owner does not want to be counted. */
const objects = (ctx: Context): boolean => ctx.get('DNT') === '1' || ctx.get('Sec-GPC') === '1';

const sent = z.object({
  mode: z.string().optional(),
  agentType: z.string().optional(),
  fileId: z.string().optional(),
  fileIds: z.array(z.string()).optional(),
  messages: z.array(z.unknown()).optional(),
  conversationHistory: z.array(z.unknown()).optional(),
});
const account = z.object({ user: z.object({ uid: z.string(), subscription: z.string() }) });
const stored = z.object({ type: z.string(), size: z.number() });
const uploaded = z.union([z.object({ file: stored }).transform(({ file }) => file), stored]);

const tierOf = (principal: Principal): string => (principal.kind === 'user' ? principal.user.subscription : 'none');

/** The caller chooses the words of these fields, so only words of ours are passed on. */
const modeOf = ({ mode, agentType: type }: z.output<typeof sent>): string =>
  mode === 'search' ? 'search' : (agentType.safeParse(type ?? 'auto_agent').data ?? 'other');

/** A visitor's question counts for the trial, and a person's for the chat. */
const asked =
  (mode: (body: z.output<typeof sent>) => string): Teller =>
  ({ body, principal }) => {
    const about = sent.safeParse(body).data ?? {};
    const files = new Set([...(about.fileIds ?? []), ...(about.fileId === undefined ? [] : [about.fileId])]).size;
    if (principal.kind === 'user') return { name: 'chat_message', mode: mode(about), tier: tierOf(principal), files };
    return {
      name: 'freemium_trial',
      mode: mode(about),
      turns: about.conversationHistory?.length ?? about.messages?.length ?? 0,
    };
  };

const signedIn =
  (method: 'email' | 'phone' | 'google'): Teller =>
  ({ answer }) => {
    const known = account.safeParse(answer).data;
    return known && { name: 'sign_in', method, tier: known.user.subscription };
  };

const upload: Teller = ({ answer, principal }) => {
  const file = uploaded.safeParse(answer).data;
  return file && { name: 'file_upload', ...fileClasses(file), tier: tierOf(principal) };
};

/** The calls that are counted, by their paths. */
const TELLERS: ReadonlyMap<string, Teller> = new Map([
  ['/api/ai/groq', asked(() => 'standard')],
  ['/api/ai/trial', asked(() => 'standard')],
  ['/api/agent/stream', asked(modeOf)],
  ['/api/search/orchestrated', asked(() => 'search')],
  ['/v1/chat/completions', asked(() => 'api')],
  ['/api/auth/login', signedIn('email')],
  ['/api/auth/register', signedIn('email')],
  ['/api/auth/setup', signedIn('email')],
  ['/api/auth/reset-password', signedIn('email')],
  ['/api/auth/firebase-exchange', signedIn('google')],
  ['/api/auth/verify-sms', signedIn('phone')],
  ['/api/ai/upload', upload],
  ['/api/files/upload', upload],
]);

const heard = new WeakMap<Context, (code: string) => void>();

/** A stream that began well ended with a fault, which no status tells any more. The end itself comes later, once the reply is stored. */
export const faultTold = (ctx: Context, events: readonly { readonly type: string }[]): void => {
  const fault = events.findLast(({ type }) => type === 'error');
  if (fault?.type === 'error' && 'code' in fault && typeof fault.code === 'string') heard.get(ctx)?.(fault.code);
};

const codeOf = (error: unknown): string =>
  error instanceof DomainError ? (error.code ?? error.kind) : 'INTERNAL_ERROR';

/** Counts calls where they enter the product, after they were served. Who asks not to be counted is not. */
export class CallCounter {
  private readonly analytics: Analytics;
  private readonly secrets: Secrets;

  constructor(analytics: Analytics, secrets: Secrets) {
    this.analytics = analytics;
    this.secrets = secrets;
  }

  /** The same way to serve calls, counted; while nobody listens it is just the same, so that not counting costs no call anything. */
  counting(mount: Mount): Mount {
    if (!this.analytics.listens) return mount;
    return (route, handle, limitOf) => {
      const teller = TELLERS.get(route.path);
      if (!teller && route.method === 'get') return mount(route, handle, limitOf);
      return mount(route, (call) => this.counted(call, teller, () => handle(call)), limitOf);
    };
  }

  private async counted<T>(
    call: Call<Access, unknown, unknown, unknown>,
    teller: Teller | undefined,
    serve: () => Promise<T>,
  ): Promise<T> {
    const { ctx, body, principal } = call;
    if (objects(ctx)) return serve();
    const failed = (code: string) => this.analytics.tell({ name: 'error', code }, this.person(principal, undefined));
    if (teller) heard.set(ctx, failed);
    try {
      const answer = await serve();
      const event = teller?.({ body, answer, principal });
      if (event) this.analytics.tell(event, this.person(principal, answer));
      return answer;
    } catch (error) {
      failed(codeOf(error));
      throw error;
    }
  }

  /** The same person has the same fingerprint, and it leads back to nobody. */
  private person(principal: Principal, answer: unknown): string {
    if (principal.kind === 'visitor') return this.fingerprint(`visitor ${principal.session}`);
    const uid = principal.kind === 'user' ? principal.user.uid : account.safeParse(answer).data?.user.uid;
    return uid === undefined ? 'nobody' : this.fingerprint(`person ${uid}`);
  }

  private fingerprint(text: string): string {
    return this.secrets.fingerprint(`analytics ${text}`).slice(0, 32);
  }
}
