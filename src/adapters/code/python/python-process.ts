import { randomBytes } from 'node:crypto';
import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createContext, runInContext, SourceTextModule } from 'node:vm';

import { PYTHON_PRELUDE } from './prelude.ts';
import { importedNames, parseLine, processOptions, program, READY } from './protocol.ts';
import { REALM_ENTRY, REALM_SETUP } from './realm.ts';
import { lockFile, Wheels } from './wheels.ts';

// The child process that runs one Python program (docs/adr/0092): starts Python, says so, reads the program, and ends.

const ENTROPY_BYTES = 256 * 1024;
const MAX_RESULT_LENGTH = 32 * 1024 * 1024;
const TOO_DEEP = JSON.stringify({
  output: '',
  error: 'the program broke off: out of memory or too deep a recursion',
  files: [],
  omitted: 0,
});

const options = processOptions.parse(JSON.parse(process.argv[2] ?? ''));

// Only texts go into the realm. Objects of this one would lead back to what the process can do.
const realm: Record<string, string | undefined> = Object.create(null);
const context = createContext(realm, { codeGeneration: { strings: false, wasm: true } });

const runText = (script: string): unknown => runInContext(script, context);

const requireText = (value: unknown): string => {
  if (typeof value !== 'string' || value.length > MAX_RESULT_LENGTH) throw new Error('the realm answers by text');
  return value;
};

/** Nothing of the realm is looked at when something goes wrong: looking may call what is there. */
const exit = (status: number): never => process.exit(status);
process.on('uncaughtException', () => exit(1));
process.on('unhandledRejection', () => exit(1));

const writeLine = (text: string): void => {
  const bytes = Buffer.from(`${text}\n`);
  for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at);
};

/** Pyodide's modules as they are, in the realm. They can import each other and nothing else. */
const startPython = async (lock: string): Promise<void> => {
  realm['wasm'] = readFileSync(join(options.folder, 'pyodide.asm.wasm'), 'latin1');
  realm['stdlib'] = readFileSync(join(options.folder, 'python_stdlib.zip'), 'latin1');
  realm['entropy'] = randomBytes(ENTROPY_BYTES).toString('latin1');
  realm['lock'] = lock;
  realm['prelude'] = PYTHON_PRELUDE;
  runText(REALM_SETUP);
  const modules = new Map<string, SourceTextModule>();
  const add = (name: string, text: string): SourceTextModule => {
    const made = new SourceTextModule(text, {
      context,
      identifier: name,
      initializeImportMeta: (meta) => void (meta.url = `/pyodide/${name}`),
    });
    modules.set(name, made);
    return made;
  };
  for (const name of ['pyodide.asm.mjs', 'pyodide.mjs']) add(name, readFileSync(join(options.folder, name), 'utf8'));
  const entry = add('entry.mjs', REALM_ENTRY);
  await entry.link((name) => {
    const found = modules.get(name);
    if (!found) throw new Error(`there is no module ${name}`);
    return found;
  });
  await entry.evaluate();
  for (const name of ['wasm', 'stdlib', 'entropy', 'lock', 'prelude']) realm[name] = undefined;
};

/** Before the program runs: what it imports, as far as the operator has it. */
const install = async (wheels: Wheels): Promise<void> => {
  const imports = parseLine(importedNames, requireText(runText('host.find(code)'))) ?? [];
  const found = wheels.find(imports);
  for (const { fileName, latin1 } of found) {
    realm['name'] = fileName;
    realm['text'] = latin1;
    runText('host.put(name, text)');
  }
  realm['names'] = JSON.stringify(found.map(({ name }) => name));
  if (found.length > 0) await runText('host.install(names)');
  realm['names'] = wheels.importable.join(', ');
  runText('host.close(names)');
};

/** What the language itself offers cannot be changed any more, should a program find a way to it. */
const freezeBuiltIns = (): void => {
  for (const each of [
    Object,
    Function,
    Array,
    String,
    Number,
    Promise,
    Error,
    TypeError,
    RangeError,
    Map,
    Set,
    Symbol,
  ]) {
    Object.freeze(each.prototype);
    Object.freeze(each);
  }
};

const runProgram = async (line: string, wheels: Wheels): Promise<void> => {
  const input = program.parse(JSON.parse(line));
  realm['code'] = input.code;
  await install(wheels);
  for (const { name, base64 } of input.files) {
    realm['name'] = `/files/${name}`;
    realm['text'] = Buffer.from(base64, 'base64').toString('latin1');
    runText('host.write(name, text)');
  }
  freezeBuiltIns();
  let answer = TOO_DEEP;
  try {
    answer = requireText(runText(`host.run(code, ${options.programMs})`));
  } catch {
    // The engine itself failed where the program cannot catch it.
  }
  writeLine(answer);
};

const main = async (): Promise<void> => {
  const lock = readFileSync(options.lockFile, 'utf8');
  await startPython(lock);
  const wheels = new Wheels(lockFile.parse(JSON.parse(lock)), options.packages);
  writeLine(READY);
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    await runProgram(line, wheels);
    break;
  }
};

main().then(
  () => exit(0),
  () => exit(1),
);
