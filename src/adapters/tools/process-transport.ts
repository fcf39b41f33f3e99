import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';

import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

import { ToolProcessEnded, ToolProcessFailed } from './describe-failure.ts';
import { LIMITS } from './limits.ts';
import type { Sdk } from './mcp-connection.ts';

export interface ProgramLimits {
  /** Resident, of the program and all that it started. */
  readonly memoryMb: number;
  readonly memoryCheckMs: number;
  /** From SIGTERM to SIGKILL. */
  readonly graceMs: number;
}

export const PROGRAM_LIMITS: ProgramLimits = { memoryMb: 512, memoryCheckMs: 2000, graceMs: 2000 };

export interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
}

const MAX_LOG_LINES = 100;
const MAX_LOG_LINE = 500;
const NEWLINE = 10;
const PAGE_BYTES = 4096;

/**
 * Waits on a pipe that nobody writes to: it ends when this process does, whatever ends it, and then so does the whole
 * group. The program itself takes the place of the shell.
 */
const WATCHED = '( read -r _ <&3; kill -KILL 0 ) </dev/null >/dev/null 2>&1 & exec "$@" 3<&-';

/** Messages of a program of this machine, one a line, over its standard input and output. */
export class ProcessTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  private child: ChildProcess | undefined;
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private logged = 0;
  private memoryTimer: NodeJS.Timeout | undefined;
  private exited: Promise<void> = Promise.resolve();

  constructor(
    private readonly sdk: Sdk,
    private readonly program: Program,
    private readonly log: (line: string) => void,
    private readonly limits: ProgramLimits = PROGRAM_LIMITS,
  ) {}

  async start(): Promise<void> {
    const { command, args, env } = this.program;
    const child = spawn('/bin/sh', ['-c', WATCHED, 'sh', command, ...args], {
      env: { ...env },
      cwd: '/',
      // A group of its own, so that all that it started ends with it.
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    });
    this.child = child;
    this.exited = new Promise((resolve) => {
      child.once('close', () => {
        this.onExit();
        resolve();
      });
    });
    child.stdout?.on('data', (chunk: Buffer) => this.receive(chunk));
    child.stderr?.on('data', (chunk: Buffer) => this.report(chunk));
    for (const pipe of [child.stdin, child.stdio[3]]) pipe?.on('error', () => undefined);
    child.once('exit', () => this.endGroup('SIGKILL'));
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', () => reject(new ToolProcessFailed('program-not-started')));
    });
    this.memoryTimer = setInterval(() => void this.checkMemory(), this.limits.memoryCheckMs);
    this.memoryTimer.unref();
  }

  send(message: JSONRPCMessage): Promise<void> {
    const input: Writable | null | undefined = this.child?.stdin;
    return new Promise((resolve, reject) => {
      if (!input?.writable) return reject(new ToolProcessEnded());
      input.write(this.sdk.serializeMessage(message), (error) => (error ? reject(new ToolProcessEnded()) : resolve()));
    });
  }

  /** Its input ends, then it is asked to end, then it is ended. */
  async close(): Promise<void> {
    if (this.child?.exitCode !== null || this.child.signalCode !== null) return;
    this.child.stdin?.end();
    this.endGroup('SIGTERM');
    const timer = setTimeout(() => this.endGroup('SIGKILL'), this.limits.graceMs);
    await this.exited;
    clearTimeout(timer);
  }

  private onExit(): void {
    clearInterval(this.memoryTimer);
    const watch = this.child?.stdio[3];
    if (watch && 'destroy' in watch) watch.destroy();
    this.onclose?.();
  }

  private endGroup(signal: 'SIGTERM' | 'SIGKILL'): void {
    const pid = this.child?.pid;
    try {
      if (pid !== undefined) process.kill(-pid, signal);
    } catch {
      // nobody is left in the group
    }
  }

  private receive(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      const line = Buffer.concat([...this.chunks.splice(0), rest.subarray(0, end)]);
      this.size = 0;
      rest = rest.subarray(end + 1);
      if (line.length > LIMITS.messageBytes) return this.endGroup('SIGKILL');
      this.deliver(line.toString('utf8').trim());
    }
    if (rest.length === 0) return undefined;
    this.chunks.push(rest);
    this.size += rest.length;
    if (this.size > LIMITS.messageBytes) this.endGroup('SIGKILL');
    return undefined;
  }

  /** What is no message is left out: many programs greet on their output. */
  private deliver(line: string): void {
    if (line === '') return;
    let message: JSONRPCMessage;
    try {
      message = this.sdk.deserializeMessage(line);
    } catch {
      return;
    }
    this.onmessage?.(message);
  }

  private report(chunk: Buffer): void {
    for (const line of chunk.toString('utf8').split('\n')) {
      if (line.trim() === '' || this.logged > MAX_LOG_LINES) continue;
      this.logged += 1;
      const text = this.logged > MAX_LOG_LINES ? 'further lines are left out' : line.trim().slice(0, MAX_LOG_LINE);
      this.log(`${this.program.name}: ${text}`);
    }
  }

  private async checkMemory(): Promise<void> {
    const pid = this.child?.pid;
    if (pid === undefined) return;
    const bytes = await groupMemory(pid);
    if (bytes <= this.limits.memoryMb * 1024 * 1024) return;
    this.log(`${this.program.name}: ended, because it uses more than ${this.limits.memoryMb} MB`);
    this.endGroup('SIGKILL');
  }
}

/** Bytes of all processes of a group, where the system says so; else 0. */
const groupMemory = async (group: number): Promise<number> => {
  const names = await readdir('/proc').catch(() => []);
  const sizes = names.filter((name) => /^\d+$/.test(name)).map((pid) => memoryOf(pid, group));
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
};

const memoryOf = async (pid: string, group: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name, in parentheses, may have spaces: pgrp and rss are the 3rd and 22nd field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[2]) === group ? Number(fields[21]) * PAGE_BYTES : 0;
};
