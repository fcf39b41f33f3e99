import type { Container, ServiceIdentifier } from 'inversify';

import { SandboxProvider } from '../adapters/identity/oidc/sandbox-provider.ts';
import { CaptchaConnection } from '../adapters/captcha/provider.ts';
import { type ApiHandlers, HANDLER_CLASSES, type HandlerValues } from '../adapters/http/api-routes.ts';
import type { AttemptTools } from '../adapters/http/accounts/sign-in-attempt.ts';
import { SwitchableMail } from '../adapters/mail/switchable-mail.ts';
import { Authenticator } from '../adapters/http/authenticator.ts';
import type { Handlers } from '../adapters/http/handlers.ts';
import type { ServerDeps } from '../adapters/http/server.ts';
import { ConnectedPayments } from '../adapters/payments/provider.ts';
import { IdentityPopup, SignInProviders } from '../domain/accounts/identity/ports.ts';
import { Site } from '../domain/accounts/ports.ts';
import { SignInLimiter } from '../domain/accounts/sign-in-limiter.ts';
import { ProviderSignIn } from '../domain/accounts/sign-in-with-provider.ts';
import { ImageUrlSigner } from '../domain/agents/image-proxy/image-url-signer.ts';
import { Clock, Outbox, Secrets } from '../domain/kernel/ports.ts';
import { SignInToTools } from '../domain/tools/servers/sign-in-to-tools.ts';
import { AppContext } from './app-context.ts';
import { sellsPlans } from './billing.module.ts';
import { outboxKinds } from './adapter-selection.ts';

function resolve<T extends Record<string, ServiceIdentifier>>(container: Container, classes: T): Handlers<T>;
function resolve(container: Container, classes: Record<string, ServiceIdentifier>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(classes).map(([name, type]) => [name, container.get(type)]));
}

const handlerValues = (container: Container): HandlerValues => {
  const context = container.get(AppContext);
  return {
    captchaAlways: context.config.CAPTCHA_ALWAYS === 'true',
    sendsTextMessages: context.adapters.sms.provider.id !== 'off',
    showsLinks: () => container.get(SwitchableMail).current.isSandbox,
    hasOutbox: outboxKinds(context.adapters).length > 0,
    showsSandboxBar: showsSandboxBar(context),
    sellsPlans: sellsPlans(context),
    appUrl: () => context.urls.app,
    shareUrl: (token) => `${context.urls.app}/share/${token}`,
    skins: context.theme.skins,
    legal: context.theme.legal,
    linksFor: (account) => container.get(ImageUrlSigner).urlsFor(account),
    isDemoModel: () => context.llm.isDemo(),
    toolAttempts: attemptTools(container),
  };
};

/** The use cases and values that the public port's routes call. */
export const serverHandlers = (container: Container): ApiHandlers => ({
  ...resolve(container, HANDLER_CLASSES),
  ...handlerValues(container),
});

/** With `SANDBOX=on` sandboxes serve users who cannot know it. */
const showsSandboxBar = ({ config }: AppContext): boolean => config.SANDBOX === 'on';

const sandboxOutbox = ({ adapters, signInProviders }: AppContext, outbox: Outbox): ServerDeps['outbox'] => {
  const { mail, sms, identity, payments } = adapters;
  const kinds = [...outboxKinds(adapters), ...(payments.provider.isSandbox ? (['checkout', 'event'] as const) : [])];
  const masksPeople =
    signInProviders.hasReal ||
    [mail, sms, identity, payments].some(({ provider: { id, isSandbox } }) => !isSandbox && id !== 'off');
  return kinds.length === 0 ? undefined : { outbox, kinds, masksPeople };
};

const securityContact = ({ config }: AppContext): ServerDeps['securityContact'] => ({
  contacts: config.SECURITY_CONTACT,
  languages: config.SECURITY_LANGUAGES,
  policy: config.SECURITY_POLICY,
});

const attemptTools = (container: Container): AttemptTools => {
  const [authenticator, limiter] = [container.get(Authenticator), container.get(SignInLimiter)];
  return {
    secrets: container.get(Secrets),
    clock: container.get(Clock),
    site: container.get(Site),
    limit: (ctx) => limiter.count(authenticator.address(ctx)),
  };
};

/** The pages beside the API: the sign-in popup, and the outbox and checkout of sandboxes. */
export const serverPages = (
  container: Container,
): Pick<
  ServerDeps,
  | 'identity'
  | 'providers'
  | 'toolSignIn'
  | 'outbox'
  | 'showsSandboxBar'
  | 'sellsPlans'
  | 'captchaHosts'
  | 'sandboxPayments'
  | 'clock'
  | 'securityContact'
> => {
  const context = container.get(AppContext);
  const { checkoutPage } = container.get(ConnectedPayments);
  const attempts = attemptTools(container);
  return {
    identity: { popup: container.get(IdentityPopup), ...attempts },
    providers: {
      signIn: container.get(ProviderSignIn),
      sandbox: container.get(SignInProviders).all.find((provider) => provider instanceof SandboxProvider)?.page,
      ...attempts,
    },
    toolSignIn: { signIn: container.get(SignInToTools), ...attempts },
    outbox: sandboxOutbox(context, container.get(Outbox)),
    showsSandboxBar: showsSandboxBar(context),
    sellsPlans: sellsPlans(context),
    sandboxPayments: checkoutPage,
    captchaHosts: container.get(CaptchaConnection).hosts,
    clock: container.get(Clock),
    securityContact: securityContact(context),
  };
};
