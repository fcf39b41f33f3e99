import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

import { z } from 'zod';

import { eventually } from '../../product/client.ts';
import type { Tab } from './journeys.ts';

const DRIVER = 'WebKitWebDriver';
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const answerSchema = z.object({ value: z.unknown() });
const sessionSchema = z.object({ sessionId: z.string() });
const elementsSchema = z.array(z.object({ [ELEMENT]: z.string() }));

/** Classic WebDriver tells nothing of the console: the page notes what it hears after it is open. */
const NOTE_FAULTS = `
  if (window.noted) return;
  window.noted = [];
  addEventListener('error', ({ message }) => noted.push(message));
  addEventListener('unhandledrejection', ({ reason }) => noted.push(String(reason)));
  document.addEventListener('securitypolicyviolation', (event) =>
    noted.push('CSP: ' + event.effectiveDirective + ' ' + event.blockedURI + ' in ' + event.sourceFile));`;
/** Below a modal dialog, in what is inert or outside of the window nothing can be clicked. */
const IS_SEEN = `
  const [element] = arguments;
  const { width, right } = element.getBoundingClientRect();
  const dialog = document.querySelector('dialog:modal');
  return width > 0 && right > 0 && element.checkVisibility() && !element.closest('[inert]')
    && (dialog === null || dialog.contains(element));`;

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

/** Starts the driver and a browser, which needs a display (`xvfb-run`). */
export const openWebKit = async (binary: string): Promise<Tab> => {
  const port = await freePort();
  const driver = spawn(DRIVER, [`--port=${port}`], { stdio: ['ignore', 'inherit', 'inherit'] });
  const at = `http://127.0.0.1:${port}`;
  await eventually(async () => (await send(`${at}/status`, 'GET')) !== null);
  const options = { binary, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const { sessionId } = sessionSchema.parse(await send(`${at}/session`, 'POST', { capabilities }));
  const call = (method: string, path: string, body?: object) => send(`${at}/session/${sessionId}${path}`, method, body);
  await call('POST', '/window/rect', { width: 1440, height: 900 });

  const evaluate = (body: string) => {
    const script = `const [done] = arguments; (async () => { ${body} })().then(done, (error) => done(String(error)));`;
    return call('POST', '/execute/async', { script, args: [] });
  };
  const find = async (element: string): Promise<string> => {
    for (const found of elementsSchema.parse(await call('POST', '/elements', { using: 'xpath', value: element })))
      if (await call('POST', '/execute/sync', { script: IS_SEEN, args: [found] })) return found[ELEMENT] ?? '';
    throw new Error(`${element} cannot be seen`);
  };
  return {
    evaluate,
    open: async (url) => {
      await call('POST', '/url', { url: 'about:blank' });
      await call('POST', '/url', { url });
      await evaluate(NOTE_FAULTS);
    },
    click: async (element) => {
      await eventually(async () => call('POST', `/element/${await find(element)}/click`, {}));
    },
    type: async (text) => {
      const keys = Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions: keys }] });
    },
    wait: async (expression) => {
      await eventually(async () => (await evaluate(`return ${expression}`)) === true);
    },
    faults: async () => z.array(z.string()).parse(await evaluate('return window.noted')),
    close: async () => {
      await call('DELETE', '');
      driver.kill();
    },
  };
};
