import type { Context } from 'koa';
import { z } from 'zod';

import { agentType } from '../../contract/agents.ts';
import { fileClasses } from '../../contract/file-classes.ts';
import type { Access } from '../../contract/route.ts';
import { DomainError } from '../../domain/kernel/domain-error.ts';
import type { Analytics, AnalyticsEvent, Secrets } from '../../domain/kernel/ports.ts';
import type { Call, Mount } from './mount.ts';
import type { Principal } from './authenticator.ts';

interface CallFacts {
  readonly body: unknown;
  readonly answer: unknown;
  readonly principal: Principal;
}

type EventMapper = (facts: CallFacts) => AnalyticsEvent | undefined;

/** Headers of browsers whose owner opted out of tracking. */
const hasOptedOut = (ctx: Context): boolean => ctx.get('DNT') === '1' || ctx.get('Sec-GPC') === '1';

const requestSchema = z.object({
  mode: z.string().optional(),
  agentType: z.string().optional(),
  fileId: z.string().optional(),
  fileIds: z.array(z.string()).optional(),
  messages: z.array(z.unknown()).optional(),
  conversationHistory: z.array(z.unknown()).optional(),
});
const accountSchema = z.object({ user: z.object({ uid: z.string(), subscription: z.string() }) });
const storedFileSchema = z.object({ type: z.string(), size: z.number() });
const uploadSchema = z.union([z.object({ file: storedFileSchema }).transform(({ file }) => file), storedFileSchema]);

const tierOf = (principal: Principal): string => (principal.kind === 'user' ? principal.user.subscription : 'none');

/** Callers choose the values of these fields, so only known values are passed on. */
const modeOf = ({ mode, agentType: type }: z.output<typeof requestSchema>): string =>
  mode === 'search' ? 'search' : (agentType.safeParse(type ?? 'auto_agent').data ?? 'other');

/** A visitor's question counts for the trial, a user's for the chat. */
const mapMessage =
  (mode: (body: z.output<typeof requestSchema>) => string): EventMapper =>
  ({ body, principal }) => {
    const request = requestSchema.safeParse(body).data ?? {};
    const files = new Set([...(request.fileIds ?? []), ...(request.fileId === undefined ? [] : [request.fileId])]).size;
    if (principal.kind === 'user') return { name: 'chat_message', mode: mode(request), tier: tierOf(principal), files };
    return {
      name: 'freemium_trial',
      mode: mode(request),
      turns: request.conversationHistory?.length ?? request.messages?.length ?? 0,
    };
  };

const askModelSchema = z.object({
  method: z.literal('tools/call'),
  params: z.object({ name: z.literal('ask_model') }),
});

/** Only a question to a model counts as a message. */
const mapToolCall: EventMapper = (facts) =>
  askModelSchema.safeParse(facts.body).success ? mapMessage(() => 'mcp')({ ...facts, body: {} }) : undefined;

const mapSignIn =
  (method: 'email' | 'phone' | 'google' | 'provider'): EventMapper =>
  ({ answer }) => {
    const signedInAccount = accountSchema.safeParse(answer).data;
    return signedInAccount && { name: 'sign_in', method, tier: signedInAccount.user.subscription };
  };

const mapUpload: EventMapper = ({ answer, principal }) => {
  const file = uploadSchema.safeParse(answer).data;
  return file && { name: 'file_upload', ...fileClasses(file), tier: tierOf(principal) };
};

/** The counted calls, by path. */
const EVENT_MAPPERS: ReadonlyMap<string, EventMapper> = new Map([
  ['/api/ai/groq', mapMessage(() => 'standard')],
  ['/api/ai/trial', mapMessage(() => 'standard')],
  ['/api/agent/stream', mapMessage(modeOf)],
  ['/api/search/orchestrated', mapMessage(() => 'search')],
  ['/v1/chat/completions', mapMessage(() => 'api')],
  ['/mcp', mapToolCall],
  ['/api/auth/login', mapSignIn('email')],
  ['/api/auth/register', mapSignIn('email')],
  ['/api/auth/setup', mapSignIn('email')],
  ['/api/auth/reset-password', mapSignIn('email')],
  ['/api/auth/firebase-exchange', mapSignIn('google')],
  ['/api/auth/oidc/session', mapSignIn('provider')],
  ['/api/auth/verify-sms', mapSignIn('phone')],
  ['/api/ai/upload', mapUpload],
  ['/api/files/upload', mapUpload],
]);

const errorListeners = new WeakMap<Context, (code: string) => void>();

/** Reports an error event of a stream, whose status was already sent. */
export const reportStreamError = (ctx: Context, events: readonly { readonly type: string }[]): void => {
  const errorEvent = events.findLast(({ type }) => type === 'error');
  if (errorEvent?.type === 'error' && 'code' in errorEvent && typeof errorEvent.code === 'string')
    errorListeners.get(ctx)?.(errorEvent.code);
};

const errorCode = (error: unknown): string =>
  error instanceof DomainError ? (error.code ?? error.kind) : 'INTERNAL_ERROR';

/** Counts calls after they were served, except for callers who opted out. */
export class AnalyticsMiddleware {
  constructor(
    private readonly analytics: Analytics,
    private readonly secrets: Secrets,
  ) {}

  /** Adds counting to `mount`; returns it unchanged while analytics are disabled. */
  wrap(mount: Mount): Mount {
    if (!this.analytics.isEnabled) return mount;
    return (route, handle, getBodyLimit) => {
      const mapEvent = EVENT_MAPPERS.get(route.path);
      if (!mapEvent && route.method === 'get') return mount(route, handle, getBodyLimit);
      return mount(route, (call) => this.trackCall(call, mapEvent, () => handle(call)), getBodyLimit);
    };
  }

  private async trackCall<T>(
    call: Call<Access, unknown, unknown, unknown>,
    mapEvent: EventMapper | undefined,
    serve: () => Promise<T>,
  ): Promise<T> {
    const { ctx, body, principal } = call;
    if (hasOptedOut(ctx)) return serve();
    const trackError = (code: string) =>
      this.analytics.track({ name: 'error', code }, this.fingerprintOf(principal, undefined));
    if (mapEvent) errorListeners.set(ctx, trackError);
    try {
      const answer = await serve();
      const event = mapEvent?.({ body, answer, principal });
      if (event) this.analytics.track(event, this.fingerprintOf(principal, answer));
      return answer;
    } catch (error) {
      trackError(errorCode(error));
      throw error;
    }
  }

  /** A stable pseudonym that cannot be traced back. */
  private fingerprintOf(principal: Principal, answer: unknown): string {
    if (principal.kind === 'visitor') return this.fingerprint(`visitor ${principal.session}`);
    const uid = principal.kind === 'user' ? principal.user.uid : accountSchema.safeParse(answer).data?.user.uid;
    return uid === undefined ? 'nobody' : this.fingerprint(`person ${uid}`);
  }

  private fingerprint(text: string): string {
    return this.secrets.fingerprint(`analytics ${text}`).slice(0, 32);
  }
}
