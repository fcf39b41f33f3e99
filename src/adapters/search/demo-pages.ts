export interface HelpPage {
  /** Reserved hosts that nobody can own, so demo links lead nowhere. */
  readonly url: string;
  readonly title: string;
  /** Synonyms. */
  readonly aliases: string;
  readonly text: string;
}

const page = (site: string, path: string, title: string, alsoCalled: string, text: string): HelpPage => ({
  url: `https://${site}.parley.example/${path}`,
  title,
  aliases: alsoCalled,
  text,
});

/** The pages that the demo search finds: the product's help, on made-up sites. */
export const HELP_PAGES: readonly HelpPage[] = [
  page(
    'guide',
    'start',
    'Getting started with Parley',
    'begin first install setup run host server node docker',
    'Parley runs on one machine with Node 20 or newer. Start it with npm start, open the page it names and ask ' +
      'something; without any further setup a demo model answers and an SQLite file keeps the chats.',
  ),
  page(
    'guide',
    'models',
    'Connecting language models',
    'provider api key openai groq anthropic ollama llm model gpt claude llama latest',
    'Each provider is switched on by one variable, such as GROQ_API_KEY or OPENAI_API_KEY. ' +
      'Several can serve at the same time, and local servers such as Ollama need only their address. ' +
      'The picker shows all models that the providers list.',
  ),
  page(
    'docs',
    'search',
    'Searching the web',
    'web search news today current tavily brave searxng wikipedia internet find results source',
    'Web search needs a service: set TAVILY_API_KEY, BRAVE_API_KEY or SEARXNG_URL, or SEARCH=wikipedia for the ' +
      'encyclopedia alone. Without one the demo search looks through the help of Parley and never leaves the machine.',
  ),
  page(
    'docs',
    'agents',
    'What agents do',
    'agent research reasoning code tool step auto premium',
    'An agent works in steps: it may search, read public pages or run a small program before it answers, and each ' +
      'step is shown as it happens. The research agent cites its sources by number, and every mark is checked ' +
      'against the page it names.',
  ),
  page(
    'docs',
    'limits',
    'Plans and their limits',
    'free pro premium price subscription daily message quota upgrade pay best vs',
    'The free plan counts messages per day, starting again at midnight UTC. Pro and Premium have no daily limit on ' +
      'messages; agents are part of Premium unless an administrator opens them to all plans.',
  ),
  page(
    'blog',
    'documents',
    'Reading answers as documents',
    'document newspaper magazine view layout print source picture key point',
    'Answers that rest on a search can be read like an article, with sections, key points, sources and pictures. ' +
      'The article can be printed or copied as Markdown together with its list of sources.',
  ),
  page(
    'blog',
    'privacy',
    'Where conversations are kept',
    'privacy data store database secure gdpr read local',
    'Conversations stay in the database of the server that people use. A question travels only to the provider of ' +
      'the chosen model, and pictures from foreign sites are fetched by the server so that a reader’s browser asks ' +
      'no stranger.',
  ),
  page(
    'docs',
    'code',
    'Running small programs',
    'code javascript sandbox run program calculate quickjs compute',
    'The code agent can run JavaScript in a sandbox without network or files: a program has three seconds and a ' +
      'small memory, and what it prints is shown beside it.',
  ),
  page(
    'guide',
    'backup',
    'Backing up a server',
    'backup restore save copy sqlite mysql disaster recover',
    'One command writes an archive of the database and all files while the server works, and another restores it ' +
      'into an empty place, on SQLite or MySQL. Store APP_SECRET elsewhere: it is not in the archive.',
  ),
];
