/**
 * What runs beside Pyodide in a realm of its own, as texts: the realm gets strings only, never an object of Node, so
 * that nothing in it leads to the process, its files or a network.
 */

/** What Pyodide expects of a host, made of the language alone. It takes `stdlib`, `wasm`, `entropy` from the realm. */
export const REALM_SETUP = `'use strict';
(() => {
  const MAX_PRINTED = 20000;
  const bytesOf = (text) => {
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
    return bytes;
  };
  const files = new Map();
  const noFile = () => { throw new Error('there are no files here'); };
  const define = (name, value) =>
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: false });
  const random = entropy;
  let used = 0;
  let printed = '';
  // Emscripten's branch for pages is the one that asks for nothing but these.
  define('window', {});
  define('read', noFile);
  define('load', noFile);
  define('readbuffer', (name) => {
    const key = name.slice(name.lastIndexOf('/') + 1);
    const bytes = files.get(key);
    files.delete(key);
    return bytes === undefined ? noFile() : bytes.buffer;
  });
  define('performance', { now: () => Date.now(), timeOrigin: 0 });
  define('crypto', {
    getRandomValues(view) {
      if (used + view.length > random.length) throw new Error('no more random bytes');
      for (let at = 0; at < view.length; at += 1) view[at] = random.charCodeAt(used + at);
      used += view.length;
      return view;
    },
  });
  // What waits for a timer waits for ever: a program runs through, or not at all.
  define('setTimeout', () => 0);
  define('clearTimeout', () => undefined);
  // Asked for when a package is loaded, whose hash the process has compared already.
  define('btoa', () => '');
  const print = (text) => { if (printed.length < MAX_PRINTED) printed += String(text).slice(0, MAX_PRINTED) + '\\n'; };
  define('console', { log: print, info: print, warn: print, error: print, debug: print });
  define('host', {
    bytesOf,
    print,
    printed: () => printed,
    put: (name, text) => files.set(name, bytesOf(text)),
  });
  host.put('pyodide.asm.wasm', wasm);
  host.put('python_stdlib.zip', stdlib);
})();`;

/** Starts Python; \`host.find\`, \`host.install\` and \`host.run\` are what the process then calls, with strings. */
export const REALM_ENTRY = `
import createPyodideModule from 'pyodide.asm.mjs';
import { loadPyodide } from 'pyodide.mjs';

const python = await loadPyodide({
  createPyodideModule,
  indexURL: '/pyodide/',
  packageBaseUrl: '/packages/',
  lockFileContents: JSON.parse(lock),
  jsglobals: Object.create(null),
  env: { HOME: '/tmp', PYTHONINSPECT: '' },
  stdout: host.print,
  stderr: host.print,
});
let deadline = Infinity;
// Python asks every few instructions whether a signal has come. It comes once, when the time is over: what follows is
// the end of the program, and the process is killed soon.
python.setInterruptBuffer({
  get 0() {
    if (Date.now() <= deadline) return 0;
    deadline = Infinity;
    return 2;
  },
  set 0(value) {},
});
// Pyodide reads long ASCII texts by it. Set only now: at its start it would take it for one that knows Unicode.
globalThis.TextDecoder = class {
  decode(bytes) {
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return text;
  }
};
python.runPython(prelude);
const run = python.globals.get('run_program');
const find = python.globals.get('find_imports');
const close = python.globals.get('close_host');
const write = (path, text) => {
  const folder = path.slice(0, path.lastIndexOf('/'));
  python.FS.mkdirTree(folder);
  python.FS.writeFile(path, host.bytesOf(text));
  python.FS.chmod(path, 0o444);
};
host.write = write;
host.find = (code) => find(code);
host.install = async (names) => {
  const options = { checkIntegrity: false, messageCallback() {}, errorCallback: host.print };
  await python.loadPackage(JSON.parse(names), options);
  return 'done';
};
host.close = (installed) => close(installed);
host.run = (code, ms) => {
  deadline = Date.now() + ms;
  return run(code);
};
`;
