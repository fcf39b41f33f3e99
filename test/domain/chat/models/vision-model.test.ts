import { ModelError } from '../../../../src/domain/chat/errors.ts';
import { VisionModel } from '../../../../src/domain/chat/models/vision-model.ts';
import { FixedModelPolicy, RecordingLedger } from '../../../fakes/reply-ports.ts';
import { ScriptedModels } from '../../../fakes/scripted-models.ts';
import { ann } from '../harness.ts';

const image = { bytes: new Uint8Array([1]), type: 'image/png' };
const signal = new AbortController().signal;

test('a vision model that the provider lacks falls back, unless that is switched off', async () => {
  const models = new ScriptedModels('A red square.');
  models.unknown.add('gone');
  const policy = new FixedModelPolicy();
  const vision = new VisionModel(models, new RecordingLedger(), policy);
  const describe = () => vision.describe({ requester: ann, model: 'gone', image }, signal);
  expect(await describe()).toBe('A red square.');
  expect(models.requests.map(({ model }) => model)).toEqual(['gone', 'model-2']);
  policy.switchFallbackOff();
  await expect(describe()).rejects.toThrow(ModelError);
});
