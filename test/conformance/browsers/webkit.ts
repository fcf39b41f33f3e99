import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { z } from 'zod';

import { type Browser, IS_WITHIN_REACH, keyActions, KEYS, NOTE_FAULTS, patiently, type Tab } from './tab.ts';

const DRIVER = 'WebKitWebDriver';
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const answerSchema = z.object({ value: z.unknown().optional() });
const sessionSchema = z.object({ sessionId: z.string() });
const elementsSchema = z.array(z.object({ [ELEMENT]: z.string() }));

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const send = async (url: string, method: string, body?: object): Promise<unknown> => {
  const answer = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${text}`);
  return answerSchema.parse(JSON.parse(text)).value;
};

class WebKitTab implements Tab {
  constructor(
    private readonly session: string,
    private readonly quit: () => Promise<unknown>,
  ) {}

  async open(url: string): Promise<void> {
    await this.call('POST', '/url', { url: 'about:blank' });
    await this.call('POST', '/url', { url });
    await this.evaluate(NOTE_FAULTS);
  }

  async click(element: string): Promise<void> {
    await patiently(async () => this.call('POST', `/element/${await this.find(element)}/click`, {}));
  }

  type(text: string): Promise<void> {
    return this.press(text);
  }

  shortcut(key: string): Promise<void> {
    return this.press(key, KEYS.control);
  }

  async chooseFile(field: string, path: string): Promise<void> {
    const [element] = await patiently(() => this.locate(field));
    await this.call('POST', `/element/${element?.[ELEMENT]}/value`, { text: path });
  }

  /** GTK's own input method: the code of a character in hexadecimal digits. */
  async compose(): Promise<string> {
    await this.press('u', KEYS.control, KEYS.shift);
    await this.press(`306b${KEYS.enter}`);
    return 'に';
  }

  /** It refuses the command. */
  async print(): Promise<undefined> {}

  async resize(width: number, height: number): Promise<void> {
    await this.call('POST', '/window/rect', { width, height });
  }

  evaluate(body: string): Promise<unknown> {
    return this.run(body);
  }

  async wait(expression: string): Promise<void> {
    await patiently(async () => (await this.evaluate(`return Boolean(${expression})`)) === true);
  }

  /** Classic WebDriver tells nothing of the console, so what comes before the page is complete is missed. */
  async faults(): Promise<readonly string[]> {
    return z.array(z.string()).parse(await this.evaluate('return window.noted ?? []'));
  }

  async close(): Promise<void> {
    await this.call('DELETE', '');
    await this.quit();
  }

  private call(method: string, path: string, body?: object): Promise<unknown> {
    return send(this.session + path, method, body);
  }

  private run(body: string, args: readonly object[] = []): Promise<unknown> {
    const script = `
      const args = [...arguments];
      const done = args.pop();
      (async () => { ${body} })().then(done, (error) => done(String(error)));`;
    return this.call('POST', '/execute/async', { script, args });
  }

  private async press(text: string, ...held: readonly string[]): Promise<void> {
    await this.call('POST', '/actions', {
      actions: [{ type: 'key', id: 'keyboard', actions: keyActions(text, held) }],
    });
  }

  private async locate(value: string) {
    const found = elementsSchema.parse(await this.call('POST', '/elements', { using: 'xpath', value }));
    if (found.length === 0) throw new Error(`${value} is not there`);
    return found;
  }

  private async find(value: string): Promise<string> {
    for (const found of await this.locate(value))
      if ((await this.run(`const [element] = args; ${IS_WITHIN_REACH}`, [found])) === true) return found[ELEMENT] ?? '';
    throw new Error(`${value} cannot be clicked`);
  }
}

const openTab = async (binary: string, home: string): Promise<Tab> => {
  const port = await freePort();
  const driver = spawn(DRIVER, [`--port=${port}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, GTK_IM_MODULE: 'gtk-im-context-simple' },
  });
  const ended = once(driver, 'close');
  const at = `http://127.0.0.1:${port}`;
  await patiently(async () => (await send(`${at}/status`, 'GET')) !== null);
  const options = { binary, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const { sessionId } = sessionSchema.parse(await send(`${at}/session`, 'POST', { capabilities }));
  const tab = new WebKitTab(`${at}/session/${sessionId}`, () => {
    driver.kill();
    return ended;
  });
  await tab.resize(1440, 900);
  return tab;
};

/** A driver and a browser for each tab; they need a display (`xvfb-run`). */
export const startWebKit = async (binary: string): Promise<Browser> => {
  const home = mkdtempSync(join(tmpdir(), 'parley-webkit-'));
  const downloads = join(home, 'downloads');
  mkdirSync(downloads);
  mkdirSync(join(home, 'gtk-3.0'));
  writeFileSync(join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  writeFileSync(join(home, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  return {
    downloads,
    openTab: () => openTab(binary, home),
    close: async () => rmSync(home, { recursive: true, force: true }),
  };
};
