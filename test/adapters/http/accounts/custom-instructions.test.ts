import { AllSettings } from '../../../../src/domain/kernel/settings.ts';
import { anAgentConfig } from '../../../fakes/agents.ts';
import { newId, type newPerson } from '../../../product/client.ts';
import { newAdmin } from '../../../product/admin.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { newPremiumPerson, setPlan } from '../../../product/premium.ts';

const PATH = '/api/account/instruction';

describeProduct({}, (product) => {
  type Person = Awaited<ReturnType<typeof newPerson>>;
  const keep = (person: Pick<Person, 'send'>, text: unknown) => person.send('PUT', PATH, { text });
  /** What the model was told before the conversation. */
  const told = async (person: Person, personality: string): Promise<string> => {
    await (await person.ask(`Who are you, ${newId()}?`, { personality })).whole();
    const body = product().modelServer.completions().at(-1)?.body;
    return (body?.['messages'] as { content: string }[])[0]?.content ?? '';
  };

  test('an own instruction is kept, reaches the model, is in the export, and can be cleared', async () => {
    const { person } = await newPremiumPerson(product());
    expect((await person.get(PATH)).json).toEqual({ text: '' });
    const kept = await keep(person, ' Answer in rhymes 🎵 ');
    expect([kept.status, kept.json]).toEqual([200, { text: 'Answer in rhymes 🎵' }]);
    expect((await person.get(PATH)).json).toEqual({ text: 'Answer in rhymes 🎵' });
    expect(await told(person, 'own')).toContain('"Answer in rhymes 🎵"');
    expect(await told(person, 'default')).not.toContain('rhymes');
    expect(JSON.parse((await person.get('/api/account/export')).text).instruction).toBe('Answer in rhymes 🎵');
    expect((await person.get('/api/account/export?format=markdown')).text).toContain(
      '## My own instruction\n\nAnswer in rhymes 🎵',
    );
    expect((await keep(person, '')).json).toEqual({ text: '' });
    expect((await person.get(PATH)).json).toEqual({ text: '' });
    expect(await told(person, 'own')).not.toContain('rhymes');
  });

  test('more than 1 000 characters are refused by name, and what was kept stays', async () => {
    const { person } = await newPremiumPerson(product());
    expect((await keep(person, 'x'.repeat(1000))).status).toBe(200);
    const refused = await keep(person, 'y'.repeat(1001));
    expect([refused.status, refused.json]).toEqual([
      400,
      expect.objectContaining({ code: 'VALIDATION_ERROR', field: 'text' }),
    ]);
    expect((await person.get(PATH)).json.text).toBe('x'.repeat(1000));
  });

  test('without Premium nothing is kept, and what was kept before is shown and not used', async () => {
    const { person } = await newPremiumPerson(product());
    await keep(person, 'Answer in rhymes');
    await setPlan(product(), person.email, 'basic');
    const refused = await keep(person, 'Be brief');
    expect([refused.status, refused.json.code]).toEqual([403, 'SUBSCRIPTION_REQUIRED']);
    expect((await person.get(PATH)).json).toEqual({ text: 'Answer in rhymes' });
    expect(await told(person, 'own')).not.toContain('rhymes');
    expect(await told(person, 'coder')).toBe(await told(person, 'default'));
    expect((await keep(person, ' ')).json).toEqual({ text: '' }); // what is theirs can be cleared without the plan
    expect((await person.get(PATH)).json).toEqual({ text: '' });
  });

  test('agents take a personality or own words, their rules after them; a lapsed plan gets the default', async () => {
    const { person } = await newPremiumPerson(product());
    await keep(person, 'Answer in rhymes');
    const toldAgent = async (caller: Pick<Person, 'post'>, personality: string): Promise<string> => {
      await caller.post('/api/agent/stream', {
        message: `Who are you, ${newId()}?`,
        agentType: 'reasoning_agent',
        stream: false,
        personality,
      });
      const body = product().modelServer.completions().at(-1)?.body;
      return (body?.['messages'] as { content: string }[])[0]?.content ?? '';
    };
    const usual = await toldAgent(person, 'default');
    expect(await toldAgent(person, 'tutor')).toContain('tutor');
    const own = await toldAgent(person, 'own');
    expect(own).toContain('"Answer in rhymes"');
    expect(own.indexOf('<think>')).toBeGreaterThan(own.indexOf('rhymes'));
    await product()
      .running.container.get(AllSettings)
      .of('agents')
      .change(anAgentConfig({ premiumOnly: false }));
    await setPlan(product(), person.email, 'basic');
    expect([await toldAgent(person, 'own'), await toldAgent(person, 'tutor')]).toEqual([usual, usual]);
  });

  test('an admin has one, but not while acting as the free plan', async () => {
    const admin = await newAdmin(product());
    expect((await keep(admin, 'Be brief')).json).toEqual({ text: 'Be brief' });
    expect(await told(admin, 'own')).toContain('"Be brief"');
    await admin.post('/api/admin/temp-subscription-override', { enabled: true, overrideType: 'free' });
    expect((await keep(admin, 'Be long')).status).toBe(403);
  });
});
