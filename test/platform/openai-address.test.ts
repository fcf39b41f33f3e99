import { ollamaAddress, OpenAiAddress } from '../../src/platform/openai-address.ts';

class NotHere extends Error {}

/** The addresses that are called until one of `served` answers. */
const calling = async (given: string, served: readonly string[]) => {
  const address = new OpenAiAddress(given, (error) => error instanceof NotHere);
  const called: string[] = [];
  const call = (path: string) =>
    address
      .send(path, async (url) => {
        called.push(url);
        if (!served.includes(url)) throw new NotHere(url);
        return url;
      })
      .catch((error: Error) => `none: ${error.message}`);
  return { called, call };
};

test.each([
  'http://gpu:8000/v1',
  'http://gpu:8000/v1/',
  'http://gpu:8000/v1/chat/completions',
  'http://gpu:8000/v1/chat/completions/',
  'http://gpu:8000/v1/models',
  'http://gpu:8000/v1/embeddings',
])('%s is the address of that API, without a second call', async (given) => {
  const { called, call } = await calling(given, ['http://gpu:8000/v1/models']);
  await call('models');
  expect(called).toEqual(['http://gpu:8000/v1/models']);
});

test.each(['http://gpu:8000', 'http://gpu:8000/', 'http://gpu:8000/models', 'http://gpu:8000/chat/completions'])(
  '%s lacks the version that the server needs: the first call finds it, and the next ones do not look',
  async (given) => {
    const { called, call } = await calling(given, ['http://gpu:8000/v1/models', 'http://gpu:8000/v1/chat/completions']);
    expect(await call('models')).toBe('http://gpu:8000/v1/models');
    expect(await call('chat/completions')).toBe('http://gpu:8000/v1/chat/completions');
    expect(called).toEqual([
      'http://gpu:8000/models',
      'http://gpu:8000/v1/models',
      'http://gpu:8000/v1/chat/completions',
    ]);
  },
);

test('a server without a version is called where it is', async () => {
  const { called, call } = await calling('https://api.deepseek.com', ['https://api.deepseek.com/models']);
  await call('models');
  expect(called).toEqual(['https://api.deepseek.com/models']);
});

test('a folder that is called like a call may be meant', async () => {
  const { call } = await calling('https://gate.example/models', ['https://gate.example/models/chat/completions']);
  expect(await call('chat/completions')).toBe('https://gate.example/models/chat/completions');
});

test.each([
  [
    'https://generativelanguage.googleapis.com/v1beta/models',
    'https://generativelanguage.googleapis.com/v1beta/openai',
  ],
  [
    'https://mine.openai.azure.com/openai/deployments/gpt/chat/completions?api-version=2024-10-21',
    'https://mine.openai.azure.com/openai/v1',
  ],
  ['https://api.groq.com', 'https://api.groq.com/openai/v1'],
  ['https://openrouter.ai/api', 'https://openrouter.ai/api/v1'],
])('%s is known to mean %s', async (given, base) => {
  const { called, call } = await calling(given, [`${base}/models`]);
  await call('models');
  expect(called).toEqual([`${base}/models`]);
});

test('a query stays at the end', async () => {
  const { call } = await calling('https://gate.example/v1/chat/completions?tenant=7', [
    'https://gate.example/v1/models?tenant=7',
  ]);
  expect(await call('models')).toBe('https://gate.example/v1/models?tenant=7');
});

test('where nothing answers, the first address is told, and the next call looks again', async () => {
  const { called, call } = await calling('http://gpu:8000', []);
  expect(await call('models')).toBe('none: http://gpu:8000/models');
  await call('models');
  expect(called).toHaveLength(4);
});

test('another trouble than a wrong address ends the search', async () => {
  const address = new OpenAiAddress('http://gpu:8000', (error) => error instanceof NotHere);
  const called: string[] = [];
  const refused = address.send('models', async (url) => {
    called.push(url);
    throw url.includes('/v1/') ? new Error('The key is wrong') : new NotHere();
  });
  await expect(refused).rejects.toThrow('The key is wrong');
  expect(called).toHaveLength(2);
});

test.each(['', '/', '/v1', '/api', '/api/chat', '/api/tags'])('Ollama at “%s” is found', (path) => {
  expect(ollamaAddress(`http://ollama:11434${path}`)).toBe('http://ollama:11434/v1');
});
