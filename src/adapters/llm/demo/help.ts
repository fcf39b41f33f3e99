import type { Passage } from './rank-passages.ts';

const topic = (title: string, alsoCalled: string, text: string): Passage => ({
  from: 'Parley help',
  title,
  aliases: alsoCalled,
  text,
});

/** The product's help pages, as the demo model quotes them. */
export const HELP: readonly Passage[] = [
  topic(
    'What Parley is',
    'about parley product purpose introduction app chat assistant who',
    'Parley is a chat application for language models that you run on your own server. People try it as visitors, sign up, chat ' +
      'with streamed replies, and can subscribe to a plan; whoever runs it keeps the accounts, the conversations and the choice of models.',
  ),
  topic(
    'The demo model',
    'demo real llm intelligence ai fake bot limitation able capable capability',
    'The demo model is a small program inside Parley and no language model: it finds passages by their words and puts them ' +
      'together. It runs when no provider is configured, costs nothing, sends nothing anywhere, and answers the same question the same way.',
  ),
  topic(
    'Plugging in a real model',
    'connect configure provider api key groq openai anthropic claude gpt llama openrouter setup install add',
    'Set one variable and start Parley again: `GROQ_API_KEY`, `OPENAI_API_KEY`, `ANTHROPIC_API_KEY` or `OPENROUTER_API_KEY` for a ' +
      'hosted provider. Several at once are fine; their models then stand side by side in the model picker.',
  ),
  topic(
    'Running models on your own machine',
    'local offline ollama vllm llama.cpp lm studio private gateway self-hosted compatible',
    'Point `OLLAMA_BASE_URL` at an Ollama server, or `OPENAI_COMPATIBLE_BASE_URL` at vLLM, llama.cpp, LM Studio or any gateway ' +
      "that speaks OpenAI's chat completions. Unless you name a model, Parley takes the first that the server lists.",
  ),
  topic(
    'Trying it without an account',
    'trial visitor guest free anonymous register signup',
    'A visitor may send a few messages a day without signing in; an administrator decides how many, and three is the usual number. ' +
      'When they are used up, a sign-in window opens, and what was said in the trial moves into the new account as a chat.',
  ),
  topic(
    'Message limits',
    'limit quota daily many messages run used reset count allowance',
    'On the free plan messages are counted per day, and the count starts again at midnight UTC. The Pro and Premium plans have no daily ' +
      'limit. A message whose reply failed through no fault of yours before any text arrived is given back.',
  ),
  topic(
    'Plans and payment',
    'plan price pricing cost subscription subscribe upgrade premium pro cancel billing pay money',
    'There are three plans: Free, Pro and Premium. Pro adds more models and file uploads; Premium adds preview models, agents and ' +
      'personalities. A subscription can be cancelled at any time from the settings; the page asks once more before it does so.',
  ),
  topic(
    'Keyboard',
    'keyboard shortcut key press enter shift escape newline hotkey accessibility',
    '- **Enter** sends the message\n- **Shift + Enter** begins a new line\n- **Escape** closes the sidebar or the open dialog\n' +
      '- **Tab** and **Shift + Tab** move through everything on the page',
  ),
  topic(
    'Stopping a reply',
    'stop cancel abort interrupt halt pause generation',
    'While a reply is being written, the send button is a stop button. What was written until then stays in the chat, and the ' +
      'provider is told at once to stop, so nothing more is generated behind your back.',
  ),
  topic(
    'Asking again',
    'regenerate retry edit again another version repeat different answer redo',
    'Regenerate asks the same question once more and keeps the earlier reply as another version. You can also edit a question of ' +
      'yours; the chat then goes on from there, and the old course of it is kept beside the new one.',
  ),
  topic(
    'Closing the page during a reply',
    'refresh reload close tab network lost connection disconnect resume device continue',
    'A reply is written by the server, not by the page. If you reload, lose the network or open a second tab, the page picks the ' +
      'reply up where it is and follows it to its end.',
  ),
  topic(
    'Finding a chat',
    'search find history conversation sidebar old look past delete list',
    'The sidebar lists your chats, newest first, and loads older ones as you scroll. Its search looks through titles and ' +
      'messages; words match by their beginning. Deleting a chat asks first and cannot be undone.',
  ),
  topic(
    'Where your data lives',
    'data privacy private store stored storage database security secret gdpr share who read',
    'Accounts and conversations are in the database of the server you use, and nowhere else. To answer a question, the conversation is ' +
      'sent to the provider of the chosen model; with a local model it never leaves your machines, with the demo model not even this process.',
  ),
  topic(
    'Hosting Parley yourself',
    'self-hosting host selfhost deploy docker server install run start production database mysql sqlite scale node',
    'Parley starts with `npm start` on Node 20 or newer and keeps its data in an SQLite file; it needs no other service. For more people, set ' +
      '`DATABASE_URL` to MySQL or MariaDB and run as many copies as you like behind a load balancer.',
  ),
  topic(
    'The demo on a real server',
    'production real installation environment refuse llm variable app_url sandbox',
    'Where `APP_URL` is not this machine, Parley does not fall back to the demo model by itself, so that nobody serves it by ' +
      'accident. Set `LLM=demo` to run it on purpose.',
  ),
  topic(
    'Formatting',
    'markdown format formatting bold heading quote render math link image syntax highlight',
    'Replies are written in Markdown: headings, lists, tables, quotes, links and code with highlighting. Raw HTML is ' +
      'never run; it is shown as text.',
  ),
  topic(
    'Signing in',
    'login sign password email google phone account verify verification code forgot',
    'You can sign in by e-mail and password, with Google, or with a code sent to your phone. On the free plan an e-mail address ' +
      'has to be confirmed before the first message.',
  ),
  topic(
    'Choosing a model',
    'model picker choose select switch change which default',
    'Pro and Premium accounts pick a model in the settings; the list comes from the configured providers and is renewed every ' +
      'hour. If the chosen one disappears, Parley falls back to another instead of failing.',
  ),
];
