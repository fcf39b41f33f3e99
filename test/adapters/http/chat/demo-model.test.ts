import { newAdmin } from '../../../product/admin.ts';
import { eventually, newId, newVisitor } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';

describeProduct({ env: { LLM: 'demo' } }, (product) => {
  test('a visitor pays no message for what the demo model does not know, and is booked as asking the demo', async () => {
    const visitor = newVisitor(product().url, newId());
    const send = async (message: string) => (await visitor.post('/api/ai/trial', { message })).status;
    for (let count = 0; count < 4; count += 1) expect(await send(`Who won the chess olympiad ${count}?`)).toBe(200);
    for (let count = 0; count < 3; count += 1) expect(await send('Thanks')).toBe(200);
    expect(await send('Thanks')).toBe(429);
    const admin = await newAdmin(product());
    const models = await eventually(async () => {
      const { json } = await admin.get('/api/admin/overview');
      return json.totals.messages >= 7 ? json.models : false;
    });
    const used = models.filter(({ messages }: { messages: number }) => messages > 0);
    expect(used.map(({ model }: { model: string }) => model)).toEqual(['demo']);
  });
});
