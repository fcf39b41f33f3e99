import { newAdmin } from '../../../product/admin.ts';
import { eventually, newId, newVisitor } from '../../../product/client.ts';
import { newPremiumPerson } from '../../../product/premium.ts';
import { describeProduct } from '../../../product/describe-product.ts';

describeProduct({ env: { LLM: 'demo' } }, (product) => {
  test('a visitor pays no message for what the demo model does not know, booked under the demo', async () => {
    const visitor = newVisitor(product().url, newId());
    const send = async (message: string) => (await visitor.post('/api/ai/trial', { message })).status;
    for (let count = 0; count < 4; count += 1) expect(await send(`Who won the chess olympiad ${count}?`)).toBe(200);
    for (let count = 0; count < 3; count += 1) expect(await send('Thanks')).toBe(200);
    expect(await send('Thanks')).toBe(429);
    const admin = await newAdmin(product());
    const models = await eventually(async () => {
      const { json } = await admin.get('/api/admin/overview');
      return json.totals.messages >= 3 ? json.models : false;
    });
    // As the limit: the four that were not answered are none.
    expect(models.reduce((sum: number, { messages }: { messages: number }) => sum + messages, 0)).toBe(3);
    const used = models.filter(({ messages }: { messages: number }) => messages > 0);
    expect(used.map(({ model }: { model: string }) => model)).toEqual(['demo']);
  });

  test('an account pays for it neither when it asks again nor through the API', async () => {
    const { person } = await newPremiumPerson(product());
    const used = async () => (await person.get('/api/ai/usage')).json.daily.used;
    const question = 'Who won the chess olympiad?';
    for (let time = 0; time < 2; time += 1) {
      const reply = await (await person.ask(question, { chatId: newId(), messageId: 'm1' })).whole();
      expect(reply.text).toContain('This message does not count.');
    }
    const body = { model: 'demo', messages: [{ role: 'user', content: question }] };
    expect((await person.post('/v1/chat/completions', body)).text).toContain('This message does not count.');
    expect(await used()).toBe(0);
    await (await person.ask('Thanks', { chatId: newId(), messageId: 'm1' })).whole();
    expect(await used()).toBe(1);
  });
});

describeProduct({ env: { LLM: 'demo', SEARCH: 'searxng', SEARXNG_URL: 'http://127.0.0.1:9' } }, (product) => {
  test('where searches are somebody else’s, it is a message', async () => {
    const visitor = newVisitor(product().url, newId());
    const send = async () => visitor.post('/api/ai/trial', { message: 'Who won the chess olympiad?' });
    for (let count = 0; count < 3; count += 1) expect((await send()).text).not.toContain('does not count');
    expect((await send()).status).toBe(429);
  });
});
