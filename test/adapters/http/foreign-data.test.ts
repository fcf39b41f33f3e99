import { ROUTES } from '../../../src/contract/all-routes.ts';
import type { Access, Route } from '../../../src/contract/route.ts';
import { groupOwner } from '../../../src/shared/file-owner.ts';
import { someTerms } from '../../fakes/groups.ts';
import { newAdmin } from '../../product/admin.ts';
import { Caller, newId, newPerson, newVisitor, PASSWORD, question } from '../../product/client.ts';
import { describeProduct } from '../../product/describe-product.ts';

/** The smallest image that there is. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const nameOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;
const pathOf = ({ path }: Route, id = newId()) => path.replace(/:\w+/g, id);
/** Its address is not permitted, so it is stored as one that does not answer. */
const TOOL_SERVER = { name: 'Notes', url: 'http://127.0.0.1:9/mcp' };
const PROMPT = { command: 'mine', title: 'Mine', text: 'Mine' };
/** Of calls that look at their body first. */
const BODIES: Readonly<Record<string, unknown>> = {
  'POST /api/ai/replies/:id/questions/:questionId': { decision: 'once' },
  'POST /api/progress/chat/:id/messages/:messageId/versions': {
    id: 'v1',
    artifactId: 'html-page',
    kind: 'html',
    source: 'x',
  },
  'PUT /api/progress/chat/:id/place': { archived: true },
  'PUT /api/prompts/:id': { ...PROMPT, revision: 1 },
  'PUT /api/tools/servers/:id': TOOL_SERVER,
  'PUT /api/tools/servers/:id/mode': { tool: 'read', mode: 'ask', digest: 'd' },
};
const send = (caller: Caller, route: Route, id?: string, body: unknown = BODIES[nameOf(route)] ?? {}) =>
  caller.send(
    route.method.toUpperCase(),
    pathOf(route, id),
    route.method === 'get' || route.method === 'delete' ? undefined : body,
  );
const thatLetIn = (...access: readonly Access[]) =>
  ROUTES.filter((route) => access.includes(route.access)).map((route) => [nameOf(route), route] as const);
/**
 * A public link is nobody's: whoever has its token may read it. What admins and auditors read is nobody's own either.
 */
const owned = ROUTES.filter(
  ({ path, access }) => path.includes(':') && !['admin', 'auditor', 'anyone'].includes(access),
);

describeProduct({}, (product) => {
  let url: string;
  let ann: Caller & { token: string };
  let bob: Caller;
  let nobody: Caller;
  let chatId: string;
  let replyId: string;
  let fileId: string;
  let sessionId: string;
  let knowledgeId: string;
  let toolServerId: string;
  let promptId: string;

  beforeAll(async () => {
    url = product().url;
    nobody = new Caller(url);
    ann = await newPerson(url);
    bob = await newPerson(url);
    chatId = newId();
    const asked = await (await ann.ask('What is mine?', { chatId, messageId: 'm1' })).whole();
    replyId = asked.replyId;
    const form = new FormData();
    form.append('file', new Blob([PIXEL]), 'mine.gif');
    const sent = await fetch(`${url}/api/ai/upload`, { method: 'POST', headers: ann.headers, body: form });
    fileId = ((await sent.json()) as { id: string }).id;
    const admin = await newAdmin(product());
    const groupId = String((await admin.post('/api/admin/groups', someTerms())).json.id);
    const { uid } = (await ann.get('/api/auth/me')).json.user;
    await admin.post(`/api/admin/groups/${groupId}/members`, { uids: [uid] });
    knowledgeId = groupOwner(groupId);
    const { json: tools } = await admin.get('/api/admin/tools-config');
    const { enabled, maxCalls, callTimeoutSeconds } = tools;
    const ownServers = { free: true, basic: true, premium: true };
    await admin.post('/api/admin/tools-config', { enabled, maxCalls, callTimeoutSeconds, ownServers });
    toolServerId = (await ann.post('/api/tools/servers', TOOL_SERVER)).json.server.id;
    promptId = (await ann.post('/api/prompts', PROMPT)).json.prompt.id;
    sessionId = (await ann.get('/api/auth/sessions')).json.sessions[0].id;
  });

  test('every call that names something of somebody is tried here', () => {
    expect(owned.map(nameOf).toSorted()).toEqual([
      'DELETE /api/account/api-keys/:id',
      'DELETE /api/account/passkeys/:id',
      'DELETE /api/auth/identities/:id',
      'DELETE /api/auth/sessions/:id',
      'DELETE /api/files/:id',
      'DELETE /api/progress/chat/:id',
      'DELETE /api/progress/chat/:id/messages/:messageId/versions/:versionId',
      'DELETE /api/prompts/:id',
      'DELETE /api/shares/:id',
      'DELETE /api/tools/servers/:id',
      'GET /api/ai/files/:id',
      'GET /api/ai/replies/:id/retrieval',
      'GET /api/ai/replies/:id/stream',
      'GET /api/knowledge/:id/files',
      'GET /api/progress/chat/:id',
      'POST /api/ai/replies/:id/questions/:questionId',
      'POST /api/ai/replies/:id/stop',
      'POST /api/files/:id/re-embed',
      'POST /api/progress/chat/:id/messages/:messageId/versions',
      'POST /api/tools/servers/:id/refresh',
      'POST /api/tools/servers/:id/sign-in',
      'POST /api/tools/servers/:id/sign-out',
      'PUT /api/progress/chat/:id/place',
      'PUT /api/prompts/:id',
      'PUT /api/tools/servers/:id',
      'PUT /api/tools/servers/:id/mode',
    ]);
  });

  test.each(owned.map((route) => [nameOf(route), route] as const))(
    '%s answers another person’s byte for byte like an unknown one',
    async (_name, route) => {
      const ids = {
        knowledge: knowledgeId,
        replies: replyId,
        files: fileId,
        sessions: sessionId,
        servers: toolServerId,
        prompts: promptId,
        identities: 'b'.repeat(64),
      };
      const named = Object.entries(ids).find(([part]) => route.path.includes(`/${part}/`));
      const theirs = await send(bob, route, named?.[1] ?? chatId);
      const unknown = await send(bob, route, named?.[0] === 'identities' ? 'a'.repeat(64) : undefined);
      expect(theirs.status).toBe(404);
      expect(theirs.text).toBe(unknown.text);
      const headers = (answer: typeof theirs) =>
        Object.fromEntries([...answer.headers].filter(([name]) => name !== 'date'));
      expect(headers(theirs)).toEqual(headers(unknown));
    },
  );

  test('nothing of what another person tried has changed anything', async () => {
    const { json } = await ann.chat(chatId);
    expect((await ann.get(`/api/ai/files/${fileId}`)).status).toBe(200);
    expect((await ann.get(`/api/knowledge/${knowledgeId}/files`)).status).toBe(200);
    expect(json.messages.map(({ content, status }: { content: string; status: string }) => [content, status])).toEqual([
      ['What is mine?', 'complete'],
      ['You said: What is mine?', 'complete'],
    ]);
  });

  test('a visitor’s reply belongs to their session and to nobody else', async () => {
    const session = newId();
    const mine = newVisitor(url, session);
    const reply = await (await mine.watch('POST', '/api/ai/trial', { message: 'Hello' })).whole();
    for (const other of [newVisitor(url), ann]) {
      const answers = await Promise.all([
        other.get(`/api/ai/replies/${reply.replyId}/stream`),
        other.stop(reply.replyId),
      ]);
      const unknown = await Promise.all([other.get(`/api/ai/replies/${newId()}/stream`), other.stop(newId())]);
      expect(answers.map(({ status, text }) => [status, text])).toEqual(
        unknown.map(({ status, text }) => [status, text]),
      );
      expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    }
    expect((await (await newVisitor(url, session).follow(reply.replyId)).whole()).raw).toBe(reply.raw);
  });

  test('lists and searches show own chats only', async () => {
    await bob.post('/api/progress/chat', { chatId, chat: { id: chatId, title: 'Bob’s own', messages: [] } });
    expect((await bob.get('/api/progress/chats')).json.chats.map(({ title }: { title: string }) => title)).toEqual([
      'Bob’s own',
    ]);
    expect((await bob.get('/api/progress/chats?q=mine')).json.chats).toEqual([]);
    expect(Object.keys((await bob.get('/api/progress')).json.chats)).toEqual([chatId]);
    expect((await ann.chat(chatId)).json.messages).toHaveLength(2);
    expect((await bob.chat(chatId)).json.messages).toEqual([]);
  });

  test('the same chat id in two accounts is two chats, and a message id of one is unknown to the other', async () => {
    const answer = await bob.post('/api/ai/groq', question('And mine?', { chatId, messageId: 'm2', parentId: 'm1' }));
    expect([answer.status, answer.json]).toEqual([
      400,
      expect.objectContaining({ code: 'VALIDATION_ERROR', field: 'parentId' }),
    ]);
  });

  test('a session ends for every call as its owner signs out; the account’s other sessions stay', async () => {
    const carl = await newPerson(url);
    const { json } = await nobody.post('/api/auth/login', { email: carl.email, password: PASSWORD });
    expect((await carl.post('/api/auth/logout')).status).toBe(200);
    for (const [, route] of thatLetIn('user', 'session', 'admin')) expect((await send(carl, route)).status).toBe(401);
    expect((await new Caller(url, { Authorization: `Bearer ${json.token}` }).get('/api/auth/me')).status).toBe(200);
  });
});
