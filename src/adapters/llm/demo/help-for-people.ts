import { type HelpTopic, topic } from './help-topic.ts';

/** What everybody can do. */
export const HELP_FOR_PEOPLE: readonly HelpTopic[] = [
  topic({
    title: 'What Parley is',
    question: 'What is Parley?',
    words: 'parley product purpose introduction app application',
    text:
      'Parley is a chat application for language models that you run on your own server. ' +
      'People try it as visitors, sign up, chat with streamed replies, and can subscribe to a plan; ' +
      'whoever runs it has the accounts, the conversations and the choice of models.',
  }),
  topic({
    title: 'What Parley can do',
    question: 'What can you do?',
    words: 'feature features capability capabilities able overview possible tour',
    text:
      '- **Chat** with language models; replies stream, survive a reload, and can be stopped, edited and asked ' +
      'again\n' +
      '- **Files**: ask about PDFs, documents, code and pictures, with citations\n' +
      '- **Web search and agents** that show each step and cite their sources\n' +
      '- **Search, share, export**: find any chat, give somebody a link, take everything with you\n' +
      '- **Your choice of models**: hosted ones, or your own machine with Ollama',
  }),
  topic({
    title: 'Files',
    question: 'How do I upload a PDF?',
    words:
      'upload attach attachment pdf document image picture photo docx word excel powerpoint slides epub email drop ' +
      'paste',
    text:
      'Drop files on the page or use the clip beside the message box: PDFs, Word, slides, tables, e-books, ' +
      'e-mails, pictures, text and code. Then ask about them; the reply cites the passages it rests on. ' +
      'Uploads belong to the Pro and Premium plans.',
  }),
  topic({
    title: 'File Manager',
    question: 'How do I delete a file that I uploaded?',
    words: 'storage space manager remove delete uploaded file tag quota ttl expire',
    text:
      'The File Manager lists what you uploaded, with size and date. Delete a file there and its place is free ' +
      'again; files also go by themselves when their time is over.',
  }),
  topic({
    title: 'Sharing a chat',
    question: 'How do I share a chat?',
    words: 'share sharing shared link public friend colleague send publish revoke',
    text:
      'Share a whole conversation, or one answer, by a link. It shows what is there now: ' +
      'later messages, your files and your account stay private. You can revoke the link at any time in the ' +
      'settings.',
  }),
  topic({
    title: 'Export and import',
    question: 'Can I export my chats?',
    words:
      'export import download backup conversation markdown json librechat webui chatgpt move transfer migrate copy',
    text:
      'The settings export all your data: JSON holds everything, Markdown is for reading. ' +
      'They also import exports of ChatGPT, Claude, LibreChat and Open WebUI.',
  }),
  topic({
    title: 'Finding a chat',
    question: 'How do I find an old chat?',
    words: 'search find history conversation sidebar old look past list',
    text:
      'The sidebar lists your chats, newest first, and loads older ones as you scroll. ' +
      'Its search looks through titles and messages; words match by their beginning. ' +
      'Deleting a chat asks first and cannot be undone.',
  }),
  topic({
    title: 'Web search',
    question: 'Can Parley search the web?',
    words: 'web internet google news online current browse search source',
    text:
      'In a search mode Parley looks on the web first and answers from what it found, with numbered sources. ' +
      'Such an answer can also be read as a document, like an article, and printed.',
  }),
  topic({
    title: 'Modes and agents',
    question: 'What do agents do?',
    words: 'agent mode auto standard reasoning research step tool personality',
    text:
      'A mode says how a reply is made: standard answers at once; agents work in steps, search, read pages or run ' +
      'a small program, and show each step. Agents are part of Premium unless the admin opens them to more people.',
  }),
  topic({
    title: 'Choosing a model',
    question: 'How do I choose another model?',
    words: 'model picker choose select switch change which default gpt claude llama',
    text:
      'Pro and Premium accounts pick a model beside the message box; the list comes from the connected providers ' +
      'and is renewed every hour. If the chosen one disappears, Parley falls back to another instead of failing.',
  }),
  topic({
    title: 'Trying it without an account',
    question: 'Can I try it without an account?',
    words: 'trial visitor guest try anonymous register signup account',
    text:
      'A visitor may send a few messages a day without signing in; the admin decides how many, and three is the ' +
      'usual number. When they are used up, a sign-in window opens, and what was said in the trial moves into the ' +
      'new account as a chat.',
  }),
  topic({
    title: 'Message limits',
    question: 'How many messages do I have per day?',
    words: 'limit quota daily many message free run used reset count allowance day',
    text:
      'On the free plan messages are counted per day, and the count starts again at midnight UTC. ' +
      'The Pro and Premium plans have no daily limit. A message that got no answer through no fault of yours does ' +
      'not count.',
  }),
  topic({
    title: 'Plans and prices',
    question: 'How much does Premium cost?',
    words: 'plan price pricing cost expensive upgrade premium pro basic tier difference cheap',
    text:
      'There are three plans: Free, Pro (usually 4.99 a month) and Premium (usually 9.99). ' +
      'Pro adds unlimited messages, all models and file uploads; Premium adds premium models, agents, API access ' +
      'and personalities. The Pricing page names the prices that apply here.',
  }),
  topic({
    title: 'Payment',
    question: 'How do I cancel my subscription?',
    words: 'pay payment card stripe invoice receipt refund cancel subscription subscribe billing money method checkout',
    text:
      'Plans are paid by card, on the page of the payment provider; invoices and cards are in its portal, which ' +
      'the settings open. A subscription can be cancelled at any time from the settings and stays until the end of ' +
      'the paid month.',
  }),
  topic({
    title: 'Signing in',
    question: 'I forgot my password. What now?',
    words: 'login log sign signin password email google phone verify verification forgot forgotten',
    text:
      'You can sign in with your email address and password, and, where they are set up, with Google or a code ' +
      'sent to your phone. “Forgot password” sends a link for a new one. On the free plan the address has to be ' +
      'confirmed before the first message.',
  }),
  topic({
    title: 'Your account',
    question: 'How do I delete my account?',
    words: 'account delete remove close profile name setting settings personal',
    text:
      'The settings have your account, your data and the looks of the page. Deleting the account there removes ' +
      'your chats and files with it, and asks first.',
  }),
  topic({
    title: 'Appearance',
    question: 'Is there a dark mode?',
    words: 'dark light theme appearance color colour look background skin font mode night',
    text: 'The settings switch between light, dark and what your system says, and offer other looks and backgrounds.',
  }),
  topic({
    title: 'Languages',
    question: 'Which languages does Parley speak?',
    words: 'language english german french spanish japanese arabic translate translation deutsch speak',
    text:
      'The page speaks English, German, French, Spanish, Japanese and Arabic. A real model answers in the language ' +
      'you write in; I, the demo model, know only English.',
  }),
  topic({
    title: 'Keyboard',
    question: 'Which keyboard shortcuts are there?',
    words: 'keyboard shortcut key press enter shift escape newline hotkey accessibility',
    text:
      '- **Enter** sends the message\n- **Shift + Enter** begins a new line\n' +
      '- **Escape** closes the sidebar or the open dialog\n' +
      '- **Tab** and **Shift + Tab** move through everything on the page',
  }),
  topic({
    title: 'Stopping a reply',
    question: 'How do I stop a reply?',
    words: 'stop abort interrupt halt pause generation reply',
    text:
      'While a reply is being written, the send button is a stop button. What was written until then stays in the ' +
      'chat, and the provider is told at once to stop, so nothing more is generated behind your back.',
  }),
  topic({
    title: 'Asking again',
    question: 'How do I regenerate an answer?',
    words: 'regenerate retry edit again another version repeat different answer redo',
    text:
      'Regenerate asks the same question once more and has the earlier reply as another version. ' +
      'You can also edit a question of yours; the chat then goes on from there, and the old course of it is still ' +
      'there beside the new one.',
  }),
  topic({
    title: 'Closing the page during a reply',
    question: 'What happens if I reload the page during a reply?',
    words: 'refresh reload close tab network lost connection disconnect resume device continue page',
    text:
      'A reply is written by the server, not by the page. If you reload, lose the network or open a second tab, ' +
      'the page picks the reply up where it is and follows it to its end.',
  }),
  topic({
    title: 'Formatting',
    question: 'How are replies formatted?',
    words: 'format formatting formatted bold heading quote render math latex syntax highlight',
    text:
      'Replies are written in Markdown: headings, lists, tables, quotes, links and code with highlighting. ' +
      'Raw HTML is never run; it is shown as text.',
  }),
];
