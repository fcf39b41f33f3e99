import { newId, newPerson, type Watching } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { setPlan } from '../../../product/premium.ts';
import { streamsText } from '../../../vendors/openai-server.ts';

const CURRENT = 'What is the current rent in my contract?';

// The built-in search answers; the Pro plan has files and no agents.
describeProduct({}, (product) => {
  const newReader = async () => {
    const person = await newPerson(product().url);
    await setPlan(product(), person.email, 'basic');
    const form = new FormData();
    form.set('file', new Blob(['The rent is 900 euros. The deposit is 1800 euros.']), 'contract.txt');
    const answer = await fetch(`${product().url}/api/ai/upload`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${person.token}` },
      body: form,
    });
    const fileId = String(JSON.parse(await answer.text()).id);
    const ask = async (text: string, messageId: string, more: object = {}) => {
      product().modelServer.enqueue(streamsText('So.'));
      return (await person.ask(text, { messageId, ...more })).whole();
    };
    return { fileId, ask };
  };
  const hasSearched = (stream: Watching) => stream.said('tool_result').length > 0;

  test('a question that asks for a search gets one, unless the page says that Standard was chosen', async () => {
    const { ask } = await newReader();
    expect(hasSearched(await ask(CURRENT, 'q1', { chatId: newId() }))).toBe(true);
    expect(hasSearched(await ask(CURRENT, 'q1', { chatId: newId(), search: false }))).toBe(false);
  });

  test('files of the question and of earlier ones are what it is about, unless it names the web', async () => {
    const { ask, fileId } = await newReader();
    const chatId = newId();
    expect(hasSearched(await ask(CURRENT, 'q1', { chatId, fileIds: [fileId] }))).toBe(false);
    expect(hasSearched(await ask('And what is the current deposit of it?', 'q2', { chatId }))).toBe(false);
    const named = await ask('Search the web for the current rent index', 'q3', { chatId });
    expect(hasSearched(named)).toBe(true);
  });
});
