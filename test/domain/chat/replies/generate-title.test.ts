import { InternalCompletion } from '../../../../src/domain/chat/models/internal-completion.ts';
import { GenerateTitle } from '../../../../src/domain/chat/replies/generate-title.ts';
import { ModelError } from '../../../../src/domain/chat/errors.ts';
import { cleanTitle } from '../../../../src/domain/chat/replies/prompts.ts';
import { fallbackTitle } from '../../../../src/shared/chat-title.ts';
import { FixedModelPolicy, UnlimitedFollowUps, RecordingLedger } from '../../../fakes/reply-ports.ts';
import { PlainSecrets } from '../../../fakes/kernel.ts';
import { ScriptedModels } from '../../../fakes/scripted-models.ts';
import { ann } from '../harness.ts';

const conversation = [
  { role: 'user', content: 'How do I bake  pancakes?' },
  { role: 'assistant', content: 'With flour.' },
] as const;
const titles = (models: ScriptedModels, allowance = new UnlimitedFollowUps()) =>
  new GenerateTitle(
    new InternalCompletion({ models, policy: new FixedModelPolicy(), ledger: new RecordingLedger(), allowance }),
    new PlainSecrets(),
  );
const titleOf = (
  models: ScriptedModels,
  messages: readonly { role: 'user' | 'assistant'; content: string }[] = conversation,
) => titles(models).execute(ann, { messages }, new AbortController().signal);

describe('a title', () => {
  test.each([
    ['"Pancakes for beginners."', 'Pancakes for beginners'],
    ['  Pancakes\nfor  all ', 'Pancakes for all'],
    ['# **Pancakes**', 'Pancakes'],
    ['«Blini»!', 'Blini'],
    ['x'.repeat(80), 'x'.repeat(60)],
  ])('%j becomes %j', (raw, clean) => expect(cleanTitle(raw)).toBe(clean));

  test('is what the model says, in one clean line', async () => {
    expect(await titleOf(new ScriptedModels('"Baking ', 'pancakes"'))).toBe('Baking pancakes');
  });

  test('has none of the thoughts before it', async () => {
    expect(await titleOf(new ScriptedModels('<think>They bake.</th', 'ink>\nBaking pancakes'))).toBe('Baking pancakes');
    expect(await titleOf(new ScriptedModels('<think>They bake and'))).toBe('How do I bake pancakes?');
  });

  test('is the beginning of the question when the model says nothing of use', async () => {
    expect(await titleOf(new ScriptedModels(' " '))).toBe('How do I bake pancakes?');
    expect(fallbackTitle('word '.repeat(30))).toHaveLength(39);
  });

  test('asks the fallback model when the first is unknown', async () => {
    const models = new ScriptedModels('Pancakes');
    models.unknown.add('model-1');
    expect(await titleOf(models)).toBe('Pancakes');
  });

  test('fails as the provider fails, so that the page takes its own', async () => {
    const fault = new ModelError('API_QUOTA_EXCEEDED', 'No more');
    await expect(titleOf(new ScriptedModels(fault))).rejects.toBe(fault);
  });

  test('belongs to a message, its own or its trial’s; a provider’s fault gives it back', async () => {
    const allowance = new UnlimitedFollowUps();
    const { signal } = new AbortController();
    const about = { chatId: 'c', messageId: 'm' };
    await titles(new ScriptedModels('T'), allowance).execute(
      ann,
      { messages: conversation, about, trialSession: 'session-1' },
      signal,
    );
    const trialOwner = `visitor:${new PlainSecrets().fingerprint('session session-1')}`;
    expect(allowance.requests).toEqual([{ purpose: 'title', about: { ...about, trialOwner } }]);
    const fault = new ModelError('API_QUOTA_EXCEEDED', 'No more');
    await titles(new ScriptedModels(fault), allowance)
      .execute(ann, { messages: conversation }, signal)
      .catch(() => undefined);
    await titles(new ScriptedModels('half', fault), allowance)
      .execute(ann, { messages: conversation }, signal)
      .catch(() => undefined);
    expect(allowance.outcomes).toEqual(['charged', 'refunded', 'charged']);
  });

  test('hands the conversation over as data, cut to 2 000 characters a turn', async () => {
    const models = new ScriptedModels('T');
    await titleOf(models, [
      { role: 'user', content: 'a'.repeat(5000) },
      { role: 'assistant', content: 'b'.repeat(5000) },
    ]);
    const [instruction, data] = models.requests[0]?.messages ?? [];
    expect(instruction?.role).toBe('system');
    expect(data?.content.match(/a/g)).toHaveLength(2000 + 2); // and those of the two <answer> marks
    expect(data?.content.match(/b/g)).toHaveLength(2000);
  });
});
