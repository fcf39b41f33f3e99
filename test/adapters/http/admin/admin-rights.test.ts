import { CreateSetupLink } from '../../../../src/domain/accounts/first-admin.ts';
import { Caller, question } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';

/** One more than the free plan has in a day. */
const MESSAGES = 31;

describeProduct({}, (product) => {
  let owner: Caller;

  beforeAll(async () => {
    const token = await product().running.container.get(CreateSetupLink).execute();
    const body = { token, email: 'owner@example.org', password: 'a long and quiet afternoon' };
    const { json } = await new Caller(product().url).post('/api/auth/setup', body);
    owner = new Caller(product().url, { Authorization: `Bearer ${String(json.token)}` });
  });

  test('an admin who pays for nothing and verified nothing has every feature', async () => {
    const { user } = (await owner.get('/api/auth/me')).json;
    expect(user).toMatchObject({ subscription: 'free', tier: 'premium', emailVerified: false, isAdmin: true });
    expect((await owner.get('/api/agent/status')).json).toMatchObject({ eligible: true });
    const agent = { message: 'Hi', messages: [], agentType: 'reasoning_agent', stream: false };
    expect((await owner.post('/api/agent/stream', agent)).status).toBe(200);
    expect((await owner.send('PUT', '/api/account/instruction', { text: 'Be brief.' })).status).toBe(200);
    expect((await owner.get('/api/files')).json).toMatchObject({ mayUpload: true });
  });

  test('an admin has no message limit of the free plan', async () => {
    for (let sent = 0; sent < MESSAGES; sent += 1)
      expect((await owner.post('/api/ai/groq', question(`Hi ${sent}`, { stream: false }))).status).toBe(200);
    expect((await owner.get('/api/ai/usage')).json).toMatchObject({
      tier: 'premium',
      daily: { limit: -1 },
      moonshotDaily: { limit: -1 },
      agent: { limit: -1 },
    });
    expect((await owner.get('/api/stripe/subscription')).json).toMatchObject({ tier: 'free', dailyLimit: -1 });
  });

  test('an admin who acts as the free plan has its features only', async () => {
    const acting = { 'X-Admin-Override-Enabled': 'true', 'X-Admin-Override-Type': 'free' };
    expect((await owner.get('/api/agent/status', acting)).json).toMatchObject({ eligible: false });
    expect((await owner.get('/api/files', acting)).json).toMatchObject({ mayUpload: false });
  });
});
