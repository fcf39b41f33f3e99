import { ROUTES } from '../../src/contract/all-routes.ts';
import type { Route } from '../../src/contract/route.ts';
import { AUDIT_ACTIONS } from '../../src/shared/audit.ts';

const nameOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;

const CHATTING = 'it is the use of the product, which the ledger and the chats have';
const PROMPTS = 'it is a text of the own, which the export has';
const FILES = 'it adds to the own files, as often as the plan allows; what is deleted is recorded';

/** Calls that are no GET and leave no entry, and why. A new call is either here or says `audit` in the contract. */
const NOT_AUDITED: Readonly<Record<string, string>> = {
  'POST /api/auth/link': 'it reads whose a link is; its use is recorded',
  'POST /api/auth/invitation': 'it reads what an invitation is for; its use is recorded',
  'POST /api/auth/resend-verification': 'it sends the own mail again, a few times an hour',
  'PUT /api/auth/language': 'it is the language of the own page and mails',
  'POST /api/auth/send-sms': 'it sends a code to a number, metered; its use is recorded, and wrong codes',
  'POST /api/account/second-factor/totp': 'it proposes a secret and stores nothing; the confirmation is recorded',
  'POST /api/account/passkeys/options': 'it stores nothing; the passkey is recorded',
  'POST /api/auth/passkey/options': 'it stores nothing; the sign-in is recorded',
  'POST /api/ai/groq': CHATTING,
  'POST /api/ai/trial': CHATTING,
  'POST /api/ai/generate-title': CHATTING,
  'POST /api/ai/replies/:id/stop': CHATTING,
  'POST /api/ai/replies/:id/questions/:questionId': CHATTING,
  'POST /api/ai/related-questions': CHATTING,
  'POST /api/search/orchestrated': CHATTING,
  'POST /api/agent/stream': CHATTING,
  'POST /v1/chat/completions': CHATTING,
  'POST /mcp': CHATTING,
  'POST /api/progress/chat': CHATTING,
  'PUT /api/progress/chat/:id/place': CHATTING,
  'POST /api/progress/chats/archive': CHATTING,
  'POST /api/progress/chat/:id/messages/:messageId/versions': CHATTING,
  'DELETE /api/progress/chat/:id/messages/:messageId/versions/:versionId': CHATTING,
  'POST /api/external/process-image': CHATTING,
  'PUT /api/account/instruction': CHATTING,
  'POST /api/prompts': PROMPTS,
  'PUT /api/prompts/:id': PROMPTS,
  'DELETE /api/prompts/:id': PROMPTS,
  'POST /api/tools/servers/:id/refresh': 'it reads what a server says of itself',
  'PUT /api/tools/servers/:id/mode': 'it is what a tool may do in the own chats',
  'POST /api/tools/servers/:id/sign-in': 'it answers with the address of a page',
  'POST /api/tools/servers/:id/sign-out': 'it is the own access at another server',
  'POST /api/files/upload': FILES,
  'POST /api/ai/upload': FILES,
  'POST /api/files/:id/re-embed': FILES,
  'DELETE /api/files': 'it is always refused: it names no file',
  'POST /api/files/re-embed': 'it is always refused: it names no file',
  'POST /api/files//re-embed': 'it is always refused: it names no file',
  'POST /api/stripe/portal': 'it answers with an address of the payment provider',
  'POST /api/shared/:token/reports': 'anybody may send them, and the panel has them; what an admin decides is recorded',
  'PUT /api/admin/usage-mail': 'it is about mails to the own address',
  'POST /api/admin/usage-mail/send': 'it sends a mail to the own address',
  'POST /api/admin/health/:need/test': 'it changes nothing',
  'POST /api/admin/setup/models/test': 'it changes nothing',
  'POST /api/admin/providers/test': 'it changes nothing',
  'POST /api/admin/setup/mail': 'it sends a mail to the own address',
  'POST /api/admin/setup/skip': 'it hides a step of the guide',
};

/** Written by earlier versions. */
const EARLIER = ['models.connect', 'models.disconnect'];

/** Written by jobs, by the command line, or for other calls than those that name them. */
const WITHOUT_A_CALL = [
  ...EARLIER,
  'admin.call',
  'audit.sweep',
  'audit.fold',
  'chat.expire',
  'user.set-groups',
  'secret.rotate',
  'backup.create',
  'backup.restore',
];

test.each(ROUTES.filter(({ method }) => method !== 'get').map((route) => [nameOf(route), route] as const))(
  '%s is audited, or it is said why not',
  (name, route) => {
    const reason = NOT_AUDITED[name];
    expect([(route.audit ?? []).length > 0, reason !== undefined]).toContain(true);
    expect(route.audit === undefined || reason === undefined).toBe(true);
  },
);

test('every reason is of a call that there is', () => {
  const names = ROUTES.map(nameOf);
  expect(Object.keys(NOT_AUDITED).filter((name) => !names.includes(name))).toEqual([]);
});

test('every action is of some call', () => {
  const named = new Set<string>([...ROUTES.flatMap(({ audit = [] }) => audit), ...WITHOUT_A_CALL]);
  expect(AUDIT_ACTIONS.filter((action) => !named.has(action))).toEqual([]);
});

test('a call that takes no bearer and signs in or changes something says by which way its caller comes', () => {
  const silent = ROUTES.filter(({ access, audit, way }) => access === 'anyone' && audit && !way).map(nameOf);
  expect(silent).toEqual([]);
});
