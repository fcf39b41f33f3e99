import { behavesLikeLanguageModels } from '../../contracts/language-models.ts';
import { ScriptedModels } from '../../fakes/scripted-models.ts';
import { startAnthropicServer } from '../../vendors/anthropic-server.ts';
import { startOpenAiServer } from '../../vendors/openai-server.ts';
import { connectModels } from '../../../src/adapters/llm/connect-models.ts';
import { MODEL, TestClock } from './setup.ts';

describe('an OpenAI-compatible server as language models', () => {
  behavesLikeLanguageModels(async () => {
    const server = await startOpenAiServer({ models: ['m-1', 'm-2'] });
    const { models, close } = connectModels({ OPENAI_COMPATIBLE_BASE_URL: server.url }, { clock: new TestClock() });
    return { models, model: 'm-1', unknownModel: 'm-3', close: () => close().then(() => server.close()) };
  });
});

describe('Anthropic as language models', () => {
  behavesLikeLanguageModels(async () => {
    const server = await startAnthropicServer();
    const { models, close } = connectModels(
      { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.url },
      { clock: new TestClock() },
    );
    return {
      models,
      model: 'claude-sonnet-4-5',
      unknownModel: 'claude-none',
      close: () => close().then(() => server.close()),
    };
  });
});

describe('the demo as language models', () => {
  behavesLikeLanguageModels(() => {
    const { models, close } = connectModels({}, { clock: new TestClock() });
    return Promise.resolve({ models, model: 'demo', ignoresTools: true, close });
  });
});

describe('the scripted fake as language models', () => {
  behavesLikeLanguageModels(() => {
    const models = new ScriptedModels('Hel', 'lo ', 'the', 're');
    models.unknown.add('none');
    return Promise.resolve({ models, model: MODEL, unknownModel: 'none', close: () => Promise.resolve() });
  });
});
