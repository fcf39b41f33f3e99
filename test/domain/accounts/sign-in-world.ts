import { ActiveRequests } from '../../../src/domain/accounts/active-requests.ts';
import { EndAccess } from '../../../src/domain/accounts/end-access.ts';
import { SignInWithIdentity } from '../../../src/domain/accounts/identity-sign-in.ts';
import { LogIn } from '../../../src/domain/accounts/log-in.ts';
import { OpenSession } from '../../../src/domain/accounts/open-session.ts';
import { SendPhoneCode, VerifyPhoneCode } from '../../../src/domain/accounts/phone-sign-in.ts';
import { Register } from '../../../src/domain/accounts/register.ts';
import { ReadLink } from '../../../src/domain/accounts/read-link.ts';
import { ForgotPassword, ResetPassword } from '../../../src/domain/accounts/reset-password.ts';
import { MakeLink, SendVerification } from '../../../src/domain/accounts/send-verification.ts';
import { Identify, LogOutEverywhere, SweepSessions } from '../../../src/domain/accounts/sessions.ts';
import { RememberSpentQuotas } from '../../../src/domain/accounts/spent-quotas.ts';
import { VerifyEmail } from '../../../src/domain/accounts/verify-email.ts';
import {
  InMemoryOneTimeSecrets,
  InMemorySessionRepository,
  InMemoryUserRepository,
  PlainPasswords,
} from '../../fakes/accounts.ts';
import { InMemoryApiKeyRepository } from '../../fakes/api-keys.ts';
import {
  CountedBackground,
  CountingIds,
  FixedClock,
  InMemoryQuotas,
  PlainSecrets,
  TwiceUnitOfWork,
} from '../../fakes/kernel.ts';
import {
  EasyCaptcha,
  InMemoryAccountTokens,
  InMemoryIdentities,
  InMemoryPace,
  InMemorySignInCodes,
  InMemorySpentQuotas,
  KeptMail,
  KeptTextMessages,
  KnownIdentities,
  NoMailDomains,
  StoppedReplies,
  TenDigitNumbers,
} from '../../fakes/sign-in.ts';

const stores = () => {
  const users = new InMemoryUserRepository();
  const sessions = new InMemorySessionRepository(users);
  const oneTime = new InMemoryOneTimeSecrets();
  const tokens = new InMemoryAccountTokens();
  const identities = new InMemoryIdentities(users);
  const work = new TwiceUnitOfWork(users, sessions, oneTime, tokens, identities);
  return {
    users,
    sessions,
    oneTime,
    tokens,
    identities,
    work,
    codes: new InMemorySignInCodes(),
    pace: new InMemoryPace(),
  };
};

/** All of signing in, on fakes. */
export const aSignInWorld = ({ sandbox = true } = {}) => {
  const clock = new FixedClock();
  const ids = new CountingIds();
  const secrets = new PlainSecrets();
  const passwords = new PlainPasswords();
  const quotas = new InMemoryQuotas(new CountingIds(), clock);
  const background = new CountedBackground();
  const mail = new KeptMail();
  const messages = new KeptTextMessages(sandbox);
  const people = new KnownIdentities();
  const numbers = new TenDigitNumbers();
  const kept = stores();
  const { users, sessions, oneTime, tokens, identities, work, codes, pace } = kept;
  const open = new OpenSession(sessions, secrets, clock);
  const keys = new InMemoryApiKeyRepository(users);
  const replies = new StoppedReplies();
  const endAccess = new EndAccess({ sessions, keys, tokens, replies });
  const spentQuotas = new InMemorySpentQuotas(quotas);
  const spent = new RememberSpentQuotas(spentQuotas, secrets, clock);
  const captcha = new EasyCaptcha();
  const makeLink = new MakeLink(tokens, secrets, { url: 'https://parley.example' }, clock, work);
  const sendVerification = new SendVerification(makeLink, mail, background, pace, quotas, clock);
  const register = new Register(
    {
      users,
      passwords,
      openSession: open,
      sendVerification,
      captcha,
      domains: new NoMailDomains(),
      quotas,
      secrets,
      ids,
      clock,
      work,
      spent,
    },
    { accounts: 5, tries: 10, triesWithoutCaptcha: 3 },
  );
  return {
    ...kept,
    keys,
    replies,
    spent,
    spentQuotas,
    clock,
    secrets,
    passwords,
    quotas,
    background,
    mail,
    messages,
    people,
    open,
    sendVerification,
    register,
    tools: { users, passwords, ids, clock, work },
    logIn: new LogIn({ users, passwords, openSession: open, captcha, quotas, secrets, clock }),
    identify: new Identify(sessions, secrets, clock),
    logOutEverywhere: new LogOutEverywhere(endAccess, work),
    sweep: new SweepSessions({ sessions, tokens, codes, pace, oneTime, spent: spentQuotas }, clock),
    verifyEmail: new VerifyEmail({ users, tokens, secrets, clock, work }, open, makeLink),
    forgot: new ForgotPassword({ users, makeLink, mail, background, quotas, secrets, clock }),
    reset: new ResetPassword({ users, tokens, identities, passwords, endAccess, secrets, clock, work }, open),
    readLink: new ReadLink(users, tokens, secrets, clock),
    active: new ActiveRequests({
      sessions,
      keys,
      secrets,
      clock,
      failed: (what, error) => background.failures.push([what, error]),
    }),
    sendCode: new SendPhoneCode({ numbers, codes, messages, pace, quotas, secrets, clock }),
    verifyCode: new VerifyPhoneCode({
      numbers,
      codes,
      identities,
      users,
      openSession: open,
      secrets,
      ids,
      clock,
      work,
      spent,
    }),
    google: new SignInWithIdentity({
      identityTokens: people,
      identities,
      users,
      endAccess,
      spent,
      openSession: open,
      ids,
      clock,
      work,
    }),
  };
};
