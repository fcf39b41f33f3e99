import { type HelpTopic, topic } from './help-topic.ts';

/** What the operator of Parley can do; the names of settings are for admins alone. */
export const HELP_FOR_OWNERS: readonly HelpTopic[] = [
  topic({
    title: 'Connecting a real model',
    question: 'How do I connect a real model?',
    words:
      'connect configure provider api key groq openai anthropic claude gpt llama openrouter setup add real plug ' +
      'token model',
    text:
      'One setting of the server connects a real model: the API key of a provider (Groq, OpenAI, Anthropic, ' +
      'OpenRouter) or the address of your own model server. Several at once are fine; ' +
      'their models then stand side by side in the picker.',
    forAdmins:
      'Set `GROQ_API_KEY`, `OPENAI_API_KEY`, `ANTHROPIC_API_KEY` or `OPENROUTER_API_KEY` in the environment of the ' +
      'server (or `OLLAMA_BASE_URL` for Ollama) and start Parley again.',
  }),
  topic({
    title: 'Models on your own machine',
    question: 'Can I use Ollama?',
    words: 'local offline ollama vllm llama.cpp lm studio lmstudio private gateway compatible mistral qwen',
    text:
      'Yes: Parley talks to an Ollama server, and to vLLM, llama.cpp, LM Studio or any gateway that speaks ' +
      'OpenAI’s chat completions. It needs only the address; unless a model is named, it takes the first that the ' +
      'server lists.',
    forAdmins:
      'Set `OLLAMA_BASE_URL` (for instance `http://localhost:11434`), or `OPENAI_COMPATIBLE_BASE_URL` for the ' +
      'others, and start Parley again.',
  }),
  topic({
    title: 'The demo model',
    question: 'What is the demo model?',
    words: 'demo fake limitation intelligence intelligent',
    text:
      'The demo model is a small program inside Parley and no language model: it finds passages by their words and ' +
      'puts them together. It runs when no provider is connected, costs nothing, sends nothing anywhere, ' +
      'and answers the same question the same way.',
    forAdmins: 'Where `APP_URL` is not this machine it runs only on purpose, with `LLM=demo`.',
  }),
  topic({
    title: 'The admin panel',
    question: 'What can an admin change?',
    words:
      'admin administrator panel user users manage limit change configure become role owner dashboard overview log ' +
      'grant',
    text:
      'Admins have a panel for people, limits, models of each plan, agents, the trial, file storage, usage and logs. ' +
      'The first admin is made by the link that the first start of the server prints; admins can make others.',
  }),
  topic({
    title: 'Hosting Parley yourself',
    question: 'How do I host Parley on my own server?',
    words:
      'self-hosting host hosting selfhost deploy docker server install run start production mysql mariadb sqlite ' +
      'scale node own',
    text:
      'Parley starts with `npm start` on Node 20 or newer and has its data in an SQLite file; ' +
      'it needs no other service. For more people it runs on MySQL or MariaDB, as many copies as you like behind a ' +
      'load balancer.',
    forAdmins: 'The address of the database is `DATABASE_URL`.',
  }),
  topic({
    title: 'Where your data lives',
    question: 'Where is my data stored?',
    words: 'data privacy private store stored storage database security secure secret gdpr read train training safe',
    text:
      'Accounts and conversations are in the database of the server you use, and nowhere else. ' +
      'To answer a question, the conversation is sent to the provider of the chosen model; ' +
      'with a local model it never leaves your machines, with the demo model not even this process.',
  }),
  topic({
    title: 'Backups',
    question: 'How do I back up a server?',
    words: 'backup back restore disaster recover save',
    text:
      'With one command, while the server works: it writes one archive of the database and all files. ' +
      'A second command restores it into an empty place, on SQLite, MySQL or MariaDB.',
    forAdmins:
      '`npm run backup -- FILE` and `npm run restore -- FILE`, or `BACKUP_SCHEDULE` and `BACKUP_TARGET`. ' +
      'Store `APP_SECRET` elsewhere: it is not in the archive.',
  }),
  topic({
    title: 'The API',
    question: 'Is there an API?',
    words: 'api rest endpoint sdk developer curl programmatic integration openai-compatible bearer',
    text:
      'Yes: programs talk to Parley as they talk to OpenAI, with a key from the settings. ' +
      'API access belongs to the Premium plan, and its use counts as messages do.',
  }),
];
