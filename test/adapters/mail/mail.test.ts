import { ListedMailDomains } from '../../../src/adapters/mail/mail-domains.ts';
import { renderEmail } from '../../../src/adapters/mail/email-templates.ts';
import { SHARE_KINDS } from '../../../src/adapters/mail/share-texts.ts';
import { WAY_IN_KINDS } from '../../../src/adapters/mail/way-in-texts.ts';
import { LANGUAGE_TAGS } from '../../../src/shared/languages.ts';
import { TemplateMailer } from '../../../src/adapters/mail/template-mailer.ts';
import { MAIL } from '../../../src/adapters/mail/providers.ts';
import { selectProvider } from '../../../src/platform/provider-registry.ts';
import { CountingIds, FixedClock, InMemoryOutbox } from '../../fakes/kernel.ts';
import { type SmtpServer, startSmtpServer } from '../../vendors/smtp-server.ts';

const letter = { kind: 'verify-email', to: 'ann@example.org', link: 'https://parley.example/?token=a&b' } as const;

const connect = (env: Record<string, string>, outbox = new InMemoryOutbox()) => {
  const { connect: open, faults } = selectProvider(MAIL, env, true);
  if (!open) throw new Error(faults.join());
  return open({ outbox, ids: new CountingIds(), clock: new FixedClock() });
};

describe('over SMTP', () => {
  let server: SmtpServer;
  afterEach(() => server.close());

  test('a mail arrives with its sender, its link in text and in HTML, under the password of the address', async () => {
    server = await startSmtpServer();
    const postman = connect({ SMTP_URL: server.url, MAIL_FROM: 'Parley <parley@example.org>' });
    await new TemplateMailer(postman).send(letter);
    postman.close();
    expect(server.mails).toEqual([
      {
        from: 'parley@example.org',
        to: ['ann@example.org'],
        data: expect.stringMatching(/From: Parley <parley@example.org>/),
      },
    ]);
    expect(server.mails[0]?.data).toMatch(/text\/plain[\s\S]*text\/html/);
    expect(Buffer.from(server.logins[0] ?? '', 'base64').toString()).toBe('\0parley\0s@cret');
  });

  test('a refused recipient is a failure', async () => {
    server = await startSmtpServer({ refuse: true });
    const postman = connect({ SMTP_URL: server.url, MAIL_FROM: 'parley@example.org' });
    await expect(new TemplateMailer(postman).send(letter)).rejects.toThrow('550');
    postman.close();
  });
});

test('the sandbox keeps the mail for its page, and the link is safe in HTML', async () => {
  const outbox = new InMemoryOutbox();
  await new TemplateMailer(connect({}, outbox)).send(letter);
  const [mail] = await outbox.list();
  expect(mail).toMatchObject({
    kind: 'mail',
    recipient: 'ann@example.org',
    subject: 'Confirm your email address – Parley',
  });
  expect(mail?.body).toContain(letter.link);
  expect(mail?.html).toContain('href="https://parley.example/?token=a&#38;b"');
});

describe('which mail serves', () => {
  const faultsOf = (env: Record<string, string>, sandboxes = true) => selectProvider(MAIL, env, sandboxes).faults;

  test('is the sandbox until there is a server, and never in a real installation', () => {
    expect(selectProvider(MAIL, {}, true).provider?.id).toBe('sandbox');
    expect(
      selectProvider(MAIL, { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@example.org' }, false).provider?.id,
    ).toBe('smtp');
    expect(faultsOf({}, false)).toEqual(['MAIL is not chosen: set SMTP_URL, or SANDBOX=on to try Parley out']);
    expect(faultsOf({ MAIL: 'sandbox' }, false)).toEqual([
      expect.stringMatching(/^MAIL: the sandbox .*; set SMTP_URL$/),
    ]);
    expect(selectProvider(MAIL, { MAIL: 'sandbox' }, true).provider?.id).toBe('sandbox');
  });

  test('is shown with server and sender, never with its password', () => {
    const env = { SMTP_URL: 'smtp://mailer:hunter2@mail.example:587', MAIL_FROM: 'Parley <a@example.org>' };
    const selection = selectProvider(MAIL, env, false);
    expect(selection.provider && selection.label).toBe('SMTP (mail.example:587, from Parley <a@example.org>)');
  });

  test('every fault is named, and no value', () => {
    expect(faultsOf({ MAIL: 'pigeon' })).toEqual(['MAIL must be one of: smtp, sandbox']);
    expect(faultsOf({ MAIL: 'smtp' })).toEqual(['SMTP_URL is not set', 'MAIL_FROM is not set']);
    expect(faultsOf({ SMTP_URL: 'https://canary', MAIL_FROM: 'canary' }).map((fault) => fault.split(':')[0])).toEqual([
      'SMTP_URL',
      'MAIL_FROM',
    ]);
    expect(faultsOf({ SMTP_URL: 'https://canary', MAIL_FROM: 'canary' }).join()).not.toContain('canary');
  });
});

test('throw-away domains are known, also below another name, and ordinary ones are not', async () => {
  const domains = new ListedMailDomains();
  for (const email of ['a@mailinator.com', 'a@x.y.mailinator.com', 'a@MAILINATOR.com'])
    expect([email, await domains.isDisposable(email)]).toEqual([email, true]);
  for (const email of ['a@gmail.com', 'a@example.org', 'mailinator.com@example.org', 'a@notmailinator.example'])
    expect([email, await domains.isDisposable(email)]).toEqual([email, false]);
});

describe('what the owner of an account is told', () => {
  test.each(
    [...WAY_IN_KINDS, ...SHARE_KINDS].flatMap((kind) => LANGUAGE_TAGS.map((language) => [kind, language] as const)),
  )('%s exists in %s, as text and as HTML in its direction', (kind, language) => {
    const { subject, text, html } = renderEmail({
      kind,
      language,
      to: 'ann@example.org',
      link: 'https://p.example/',
    });
    expect(html).toContain(`lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`);
    expect(text).toContain('https://p.example/');
    if (language === 'en') return;
    const english = renderEmail({ kind, to: 'ann@example.org', link: 'https://p.example/' });
    expect(subject).not.toBe(english.subject);
  });
});
