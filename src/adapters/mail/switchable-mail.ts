import type { ProviderAccess } from '../../domain/admin/providers/ports.ts';
import { PROVIDER_ADDRESSES } from '../../platform/provider-addresses.ts';
import type { Env } from '../../platform/provider-registry.ts';
import { SwitchableProvider, type SwitchableOptions } from '../../platform/switchable-provider.ts';
import { type MailDeps, MailTransport, type RenderedEmail } from './provider.ts';
import { MAIL } from './providers.ts';

const SMTP_ADDRESS = /^smtps?:\/\//;

/** The address with user name and password, as `SMTP_URL` has it. */
const toSmtpUrl = ({ baseUrl, user, apiKey }: ProviderAccess): string => {
  const address = baseUrl ?? '';
  if (!SMTP_ADDRESS.test(address) || !URL.canParse(address)) return address;
  const credentials =
    user === null || user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(apiKey ?? '')}@`;
  return address.replace('//', `//${credentials}`);
};

const toEnv = (_: unknown, access: ProviderAccess): Env => ({
  SMTP_URL: toSmtpUrl(access),
  MAIL_FROM: access.sender ?? '',
});

/** The mail server of the environment, or the one that an admin entered. */
export class SwitchableMail extends SwitchableProvider<MailDeps, MailTransport> {
  constructor({ env, selected, deps }: Pick<SwitchableOptions<MailDeps, MailTransport>, 'env' | 'selected' | 'deps'>) {
    super({
      need: 'mail',
      registry: MAIL,
      env,
      selected,
      deps,
      guardedDeps: { ...deps, addresses: PROVIDER_ADDRESSES },
      toKind: ({ id, label }) => ({
        id,
        label,
        needsAddress: true,
        needsKey: false,
        sendsMail: true,
        isRepeatable: false,
      }),
      toEnv,
      fieldOf: (variable) => (variable === 'MAIL_FROM' ? 'sender' : 'baseUrl'),
      check: (transport) => transport.check(),
      close: (transport) => transport.close(),
    });
  }
}

/** Each mail goes to the server of the moment. */
export class CurrentMailTransport extends MailTransport {
  constructor(private readonly mails: SwitchableMail) {
    super();
  }

  send(mail: RenderedEmail): Promise<void> {
    return this.mails.current.port.send(mail);
  }

  check(): Promise<void> {
    return this.mails.current.port.check();
  }

  close(): void {
    this.mails.close();
  }
}
