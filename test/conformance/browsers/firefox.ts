import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { WebSocket } from 'undici';
import { z } from 'zod';

import { type Browser, IS_WITHIN_REACH, keyActions, KEYS, NOTE_FAULTS, patiently, type Tab } from './tab.ts';

const LISTENING = /WebDriver BiDi listening on (ws:\S+)/;
/** A mouse that hovers: Firefox without a screen has none. */
const FINE_POINTER = 6;

const paramsSchema = z.object({ level: z.string(), text: z.string().nullish(), source: z.unknown().optional() });
const messageSchema = z.object({
  id: z.number().nullish(),
  type: z.string(),
  message: z.string().optional(),
  result: z.unknown().optional(),
  params: paramsSchema.optional().catch(undefined),
});
type Message = z.infer<typeof messageSchema>;
const evaluatedSchema = z.object({
  result: z.object({ value: z.unknown().optional() }).optional(),
  exceptionDetails: z.object({ text: z.string() }).optional(),
});
const containerSchema = z.object({ userContext: z.string() });
const contextSchema = z.object({ context: z.string() });
const treeSchema = z.object({ contexts: z.array(contextSchema).min(1) });
const nodesSchema = z.object({ nodes: z.array(z.object({ sharedId: z.string() })) });

/** Where it listens is one line of what it writes. */
const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.on('data', (data: Buffer) => {
      output += data.toString();
      const address = LISTENING.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', () => reject(new Error(`Firefox ended:\n${output}`)));
  });

/** The commands of WebDriver BiDi, and the errors that the console is told. */
class Connection {
  readonly faults = new Map<string, string[]>();
  private readonly waiting = new Map<number, (message: Message) => void>();
  private commands = 0;

  constructor(private readonly socket: WebSocket) {
    socket.addEventListener('message', ({ data }) => {
      const message = messageSchema.parse(JSON.parse(String(data)));
      if (typeof message.id === 'number') this.waiting.get(message.id)?.(message);
      else this.note(message);
    });
  }

  async send(method: string, params: object = {}): Promise<unknown> {
    this.commands += 1;
    const id = this.commands;
    const answered = new Promise<Message>((resolve) => this.waiting.set(id, resolve));
    this.socket.send(JSON.stringify({ id, method, params }));
    const { type, message, result } = await answered;
    this.waiting.delete(id);
    if (type === 'error') throw new Error(`${method}: ${message}`);
    return result;
  }

  async evaluate(context: string, body: string, args: readonly object[] = []): Promise<unknown> {
    const functionDeclaration = `async (...args) => { ${body} }`;
    const call = { functionDeclaration, target: { context }, arguments: args, awaitPromise: true };
    const { result, exceptionDetails } = evaluatedSchema.parse(
      await this.send('script.callFunction', { ...call, userActivation: false }),
    );
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result?.value;
  }

  private note({ params }: Message): void {
    const source = contextSchema.safeParse(params?.source);
    if (params?.level !== 'error' || !source.success) return;
    const { context } = source.data;
    this.faults.set(context, [...(this.faults.get(context) ?? []), params.text ?? '']);
  }
}

/** What an input method does for one character, in the window of the browser itself. */
const COMPOSE = `
  const [text] = args;
  const method = Cc['@mozilla.org/text-input-processor;1'].createInstance(Ci.nsITextInputProcessor);
  if (!method.beginInputTransactionForTests(window)) throw new Error('no input method');
  method.setPendingCompositionString(text);
  method.appendClauseToPendingComposition(text.length, method.ATTR_RAW_CLAUSE);
  method.setCaretInPendingComposition(text.length);
  method.flushPendingComposition();
  await new Promise((done) => setTimeout(done, 100));
  const enter = new KeyboardEvent('', { key: 'Enter', code: 'Enter', keyCode: 13 });
  method.keydown(enter);
  method.commitComposition(enter);
  method.keyup(enter);`;

class FirefoxTab implements Tab {
  constructor(
    private readonly connection: Connection,
    private readonly context: string,
    private readonly chromeContext: string,
  ) {}

  async open(url: string): Promise<void> {
    await this.send('browsingContext.navigate', { url: 'about:blank', wait: 'complete' });
    this.connection.faults.delete(this.context);
    await this.send('browsingContext.navigate', { url, wait: 'complete' });
  }

  async click(element: string): Promise<void> {
    const origin = await patiently(async () => ({ type: 'element', element: await this.find(element) }));
    const press = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
    await this.act({ type: 'pointer', id: 'mouse', actions: [{ type: 'pointerMove', x: 0, y: 0, origin }, ...press] });
  }

  type(text: string): Promise<void> {
    return this.act({ type: 'key', id: 'keyboard', actions: keyActions(text) });
  }

  shortcut(key: string): Promise<void> {
    return this.act({ type: 'key', id: 'keyboard', actions: keyActions(key, [KEYS.control]) });
  }

  async chooseFile(field: string, path: string): Promise<void> {
    const [element] = await patiently(() => this.locate(field));
    await this.send('input.setFiles', { element, files: [path] });
  }

  async compose(): Promise<string> {
    const text = 'に';
    await this.connection.evaluate(this.chromeContext, COMPOSE, [{ type: 'string', value: text }]);
    return text;
  }

  async print(): Promise<Uint8Array> {
    const { data } = z.object({ data: z.string() }).parse(await this.send('browsingContext.print'));
    return Buffer.from(data, 'base64');
  }

  async resize(width: number, height: number): Promise<void> {
    await this.send('browsingContext.setViewport', { viewport: { width, height } });
  }

  async evaluate(body: string): Promise<unknown> {
    const told = await this.connection.evaluate(
      this.context,
      `return JSON.stringify(await (async () => { ${body} })())`,
    );
    return typeof told === 'string' ? JSON.parse(told) : undefined;
  }

  async wait(expression: string): Promise<void> {
    await patiently(async () => (await this.evaluate(`return Boolean(${expression})`)) === true);
  }

  async faults(): Promise<readonly string[]> {
    const noted = z.array(z.string()).parse(await this.evaluate('return window.noted ?? []'));
    return [...noted, ...(this.connection.faults.get(this.context) ?? [])];
  }

  async close(): Promise<void> {
    await this.send('browsingContext.close');
  }

  private send(method: string, params: object = {}): Promise<unknown> {
    return this.connection.send(method, { context: this.context, ...params });
  }

  private async act(source: object): Promise<void> {
    await this.send('input.performActions', { actions: [source] });
    await this.send('input.releaseActions');
  }

  private async locate(value: string) {
    const { nodes } = nodesSchema.parse(
      await this.send('browsingContext.locateNodes', { locator: { type: 'xpath', value } }),
    );
    if (nodes.length === 0) throw new Error(`${value} is not there`);
    return nodes.map(({ sharedId }) => ({ sharedId }));
  }

  private async find(value: string) {
    const body = `const [element] = args; ${IS_WITHIN_REACH}`;
    for (const node of await this.locate(value))
      if ((await this.connection.evaluate(this.context, body, [node])) === true) return node;
    throw new Error(`${value} cannot be clicked`);
  }
}

/** Starts Firefox without a screen; every tab is in a container of its own, which keeps its data apart. */
export const startFirefox = async (program: string): Promise<Browser> => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-firefox-'));
  const preferences = {
    'browser.download.folderList': 2,
    'browser.download.dir': folder,
    'ui.prefersReducedMotion': 1,
    'ui.primaryPointerCapabilities': FINE_POINTER,
    'ui.allPointerCapabilities': FINE_POINTER,
  };
  const lines = Object.entries(preferences).map((entry) => `user_pref(${JSON.stringify(entry).slice(1, -1)});`);
  writeFileSync(join(folder, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--remote-debugging-port=0', '--remote-allow-system-access', '--profile', folder];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const socket = new WebSocket(`${await addressOf(child)}/session`);
  await once(socket, 'open');
  const connection = new Connection(socket);
  await connection.send('session.new', { capabilities: {} });
  await connection.send('session.subscribe', { events: ['log.entryAdded'] });
  await connection.send('script.addPreloadScript', { functionDeclaration: `() => { ${NOTE_FAULTS} }` });
  const chrome = treeSchema.parse(await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' }));
  return {
    downloads: folder,
    openTab: async () => {
      const { userContext } = containerSchema.parse(await connection.send('browser.createUserContext'));
      const tab = await connection.send('browsingContext.create', { type: 'tab', userContext });
      const { context } = contextSchema.parse(tab);
      const opened = new FirefoxTab(connection, context, chrome.contexts[0]?.context ?? '');
      await opened.resize(1440, 900);
      return opened;
    },
    close: async () => {
      const ended = once(child, 'close');
      socket.close();
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
