import { ListedMailDomains } from '../../../src/adapters/mail/mail-domains.ts';
import { renderEmail } from '../../../src/adapters/mail/email-templates.ts';
import { SHARE_KINDS } from '../../../src/adapters/mail/share-texts.ts';
import { ADMIN_KINDS } from '../../../src/adapters/mail/admin-texts.ts';
import { WAY_IN_KINDS } from '../../../src/adapters/mail/way-in-texts.ts';
import { REGISTRATION_KINDS } from '../../../src/adapters/mail/texts/registration/registration-texts.ts';
import { EmailRefused } from '../../../src/domain/accounts/errors.ts';
import type { EmailMessage } from '../../../src/domain/accounts/ports.ts';
import { type Language, LANGUAGE_TAGS } from '../../../src/shared/languages.ts';
import { TemplateMailer } from '../../../src/adapters/mail/template-mailer.ts';
import type { MailTransport } from '../../../src/adapters/mail/provider.ts';
import { MAIL } from '../../../src/adapters/mail/providers.ts';
import { selectProvider } from '../../../src/platform/provider-registry.ts';
import { aReport } from '../../fakes/admin-mails.ts';
import { CountingIds, FixedClock, InMemoryOutbox } from '../../fakes/kernel.ts';
import { type SmtpServer, startSmtpServer } from '../../vendors/smtp-server.ts';

const letter = { kind: 'verify-email', to: 'ann@example.org', link: 'https://parley.example/?token=a&b' } as const;

const mailerOf = (transport: MailTransport, language: Language = 'en') =>
  new TemplateMailer(transport, { language: () => language }, 'Parley');

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
    await mailerOf(postman).send(letter);
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

  test.each([
    ['550 no such person', true],
    ['551 5.1.1 unknown', true],
    ['450 4.2.0 greylisted, try again in five minutes', false],
    ['451 local error', false],
    ['421 too many connections', false],
  ])('to the recipient %s: refused for good is %s', async (answer, isFinal) => {
    server = await startSmtpServer();
    server.answerRecipients(answer);
    const postman = connect({ SMTP_URL: server.url, MAIL_FROM: 'parley@example.org' });
    const failure: unknown = await mailerOf(postman)
      .send(letter)
      .catch((error: unknown) => error);
    postman.close();
    expect([failure instanceof Error, failure instanceof EmailRefused]).toEqual([true, isFinal]);
  });

  test('a server that is away is no refusal, and an address that no server takes is one', async () => {
    server = await startSmtpServer();
    const postman = connect({ SMTP_URL: server.url, MAIL_FROM: 'parley@example.org' });
    await expect(mailerOf(postman).send({ ...letter, to: '' })).rejects.toBeInstanceOf(EmailRefused);
    postman.close();
    await server.close();
    const later = connect({ SMTP_URL: server.url, MAIL_FROM: 'parley@example.org' });
    await expect(mailerOf(later).send(letter)).rejects.not.toBeInstanceOf(EmailRefused);
    later.close();
  });
});

test('the sandbox keeps the mail for its page, and the link is safe in HTML', async () => {
  const outbox = new InMemoryOutbox();
  await mailerOf(connect({}, outbox)).send(letter);
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
    expect(faultsOf({ MAIL: 'pigeon' })).toEqual(['MAIL must be one of: smtp, panel, sandbox']);
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

const KINDS = [
  'verify-email',
  'reset-password',
  'test',
  'confirm-email',
  'email-change-asked',
  'email-changed',
  'second-factor-reset',
  'password-changed',
  ...REGISTRATION_KINDS,
  ...WAY_IN_KINDS,
  ...SHARE_KINDS,
  ...ADMIN_KINDS,
] as const satisfies readonly EmailMessage['kind'][];
/** Does not compile while a kind is missing above. */
const everyKind = (kind: EmailMessage['kind']): (typeof KINDS)[number] => kind;

describe('every mail in every language', () => {
  const mailTo = { to: 'ann@example.org', link: 'https://p.example/#/?token=a&b' };

  test.each(KINDS.flatMap((kind) => LANGUAGE_TAGS.map((language) => [everyKind(kind), language] as const)))(
    '%s in %s',
    (kind, language) => {
      const { subject, text, html } = renderEmail({ ...mailTo, kind, language }, 'Tide & Co');
      expect(html).toContain(`lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`);
      expect(subject.length).toBeLessThanOrEqual(78);
      expect(text).toContain(mailTo.link);
      expect(text.startsWith('Tide & Co\n')).toBe(true);
      expect(html).toContain('Tide &#38; Co');
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
      expect(links).toEqual(Array(2).fill(mailTo.link.replace('&', '&#38;')));
      for (const part of [subject, text, html]) expect(part).not.toMatch(/undefined|null|\{\w+\}|Parley/);
      if (language === 'en') return;
      const english = renderEmail({ ...mailTo, kind, language: 'en' }, 'Tide & Co');
      expect(subject).not.toBe(english.subject);
      const [lines, englishLines] = [text, english.text].map((each) =>
        each.split('\n').filter((line) => line.length > 12),
      );
      expect(lines?.filter((line) => line !== mailTo.link && englishLines?.includes(line))).toEqual([]);
    },
  );

  test.each(LANGUAGE_TAGS)('the numbers of the week stand in text and HTML, in %s', (language) => {
    const report = aReport({ failingFiles: 3, waitingRequests: 2 });
    const { text, html } = renderEmail({ ...mailTo, kind: 'usage-report', language, report }, 'Parley');
    const number = new Intl.NumberFormat(language);
    for (const part of [text, html]) {
      for (const value of [24, 12, 1280, 640, 321]) expect(part).toContain(number.format(value));
      expect(part).toMatch(/groq\/llama-4-scout/);
      expect(part).not.toMatch(/undefined|null|NaN|Infinity/);
    }
    expect(text).toContain('local/<gemma>');
    expect([html.includes('<gemma>'), html.includes('local/&#60;gemma&#62;')]).toEqual([false, true]);
    expect(html).toContain(`align="${language === 'ar' ? 'left' : 'right'}"`);
  });

  test('numbers that are not known are left out, and how many wait is told', () => {
    const { week } = aReport();
    const unpriced = { ...week, costUsd: null };
    const report = aReport({ week: unpriced, before: unpriced, models: [], backup: null });
    const { text } = renderEmail({ ...mailTo, kind: 'usage-report', language: 'en', report }, 'Parley');
    expect(text).toContain('Messages: 1,280 | 1,280');
    expect(text).toContain('Tokens: 2.5M | 2.5M');
    expect(text).toContain('Storage of files: 1.4 GB');
    expect(text).toContain('Last backup: none');
    expect(text).not.toMatch(/Cost|Most used models|cannot be searched|wait/);
    const failed = aReport({ backup: { at: Date.UTC(2026, 0, 15), isFailed: true } });
    const mail = renderEmail({ ...mailTo, kind: 'usage-report', language: 'de', report: failed }, 'Parley');
    expect(mail.text).toContain('Letztes Backup: 15.01.2026: fehlgeschlagen');
    const asked = renderEmail({ ...mailTo, kind: 'requests-waiting', language: 'de', waiting: 7 }, 'Parley');
    expect(asked.text).toContain('Wartende Personen: 7');
  });

  test('a name that is too long for the subject stands in the mail only', () => {
    const { subject, text } = renderEmail({ ...mailTo, kind: 'test', language: 'en' }, 'T'.repeat(90));
    expect([subject, text.startsWith('TTT')]).toEqual(['Mail works', true]);
  });

  test('nobody chose a language: that of the page that asks', async () => {
    const outbox = new InMemoryOutbox();
    await mailerOf(connect({}, outbox), 'de').send(letter);
    expect((await outbox.list())[0]?.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse – Parley');
  });
});
