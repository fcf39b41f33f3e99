import { newAdmin } from '../../../product/admin.ts';
import { newPerson } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';

const CONTENT = { command: 'brief', title: 'Be brief', description: 'In a sentence', text: 'Say {{it}} 🥞' };

describeProduct({}, (product) => {
  const someone = () => newPerson(product().url);

  test('prompts are saved, changed as they were read, and deleted', async () => {
    const ann = await someone();
    const added = await ann.post('/api/prompts', CONTENT);
    expect(added.status).toBe(201);
    const { prompt } = added.json;
    expect(prompt).toMatchObject({ ...CONTENT, revision: 1 });
    const path = `/api/prompts/${prompt.id}`;
    const changed = await ann.send('PUT', path, { ...CONTENT, title: 'Short', revision: 1 });
    expect([changed.status, changed.json.prompt.revision]).toEqual([200, 2]);
    const late = await ann.send('PUT', path, { ...CONTENT, revision: 1 });
    expect([late.status, late.json.code, late.json.prompt]).toEqual([
      409,
      'PROMPT_CHANGED',
      { ...CONTENT, id: prompt.id, title: 'Short', revision: 2 },
    ]);
    const removed = await ann.send('DELETE', path);
    expect(removed.json.prompt).toMatchObject({ title: 'Short' });
    expect((await ann.send('DELETE', path)).status).toBe(404);
    expect((await ann.get('/api/prompts')).json).toEqual({ prompts: [], published: [] });
  });

  test.each([
    ['command', { command: 'two words' }],
    ['command', { command: '-x' }],
    ['command', { command: 'a'.repeat(41) }],
    ['title', { title: '  ' }],
    ['text', { text: ' \n ' }],
    ['text', { text: 'x'.repeat(20_001) }],
    ['description', { description: 'x'.repeat(301) }],
  ])('a wrong %s is named', async (field, wrong) => {
    const ann = await someone();
    const { status, json } = await ann.post('/api/prompts', { ...CONTENT, ...wrong });
    expect([status, json.field]).toEqual([400, field]);
  });

  test('a command is taken once, whatever its case; other people have theirs', async () => {
    const [ann, bob] = [await someone(), await someone()];
    await ann.post('/api/prompts', CONTENT);
    const again = await ann.post('/api/prompts', { ...CONTENT, command: 'BRIEF' });
    expect([again.status, again.json.code, again.json.field]).toEqual([409, 'COMMAND_TAKEN', 'command']);
    expect((await bob.post('/api/prompts', CONTENT)).status).toBe(201);
  });

  test('what an admin publishes everybody has, nobody else may change it, and the audit log says who did', async () => {
    const [ann, admin] = [await someone(), await newAdmin(product())];
    const { prompt } = (await admin.post('/api/admin/prompts', { ...CONTENT, command: 'house-rules' })).json;
    expect((await ann.get('/api/prompts')).json.published).toMatchObject([{ id: prompt.id, title: 'Be brief' }]);
    for (const path of [`/api/prompts/${prompt.id}`, `/api/admin/prompts/${prompt.id}`])
      expect([403, 404]).toContain((await ann.send('DELETE', path)).status);
    const { entries } = (await admin.get('/api/admin/audit?action=prompt.publish')).json;
    expect(entries[0]).toMatchObject({ action: 'prompt.publish', target: { id: prompt.id } });
    expect(JSON.stringify(entries)).not.toContain(CONTENT.text);
    await admin.send('DELETE', `/api/admin/prompts/${prompt.id}`);
    expect((await ann.get('/api/prompts')).json.published).toEqual([]);
  });

  test('an export of prompts is imported by somebody else', async () => {
    const [ann, bob] = [await someone(), await someone()];
    await ann.post('/api/prompts', CONTENT);
    const exported = await ann.get('/api/account/export');
    expect(exported.json.prompts).toMatchObject([CONTENT]);
    const result = await bob.post('/api/account/import', exported.json);
    expect(result.json).toMatchObject({ source: 'parley', prompts: 1, chats: 0 });
    expect((await bob.get('/api/prompts')).json.prompts).toMatchObject([CONTENT]);
    const markdown = await ann.get('/api/account/export?format=markdown');
    expect(markdown.text).toContain('### Be brief (/brief)');
  });
});
