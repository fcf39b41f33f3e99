import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The whole message as it came. */
  readonly data: string;
}

export interface SmtpServer {
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** What clients gave as user and password, in base64. */
  readonly logins: string[];
  /** What it says to recipients from now on. */
  answerRecipients(line: string): void;
  close(): Promise<void>;
}

/** A mail server that takes everything. */
export const startSmtpServer = async (): Promise<SmtpServer> => {
  const mails: ReceivedMail[] = [];
  const logins: string[] = [];
  const sockets = new Set<Socket>();
  let recipientAnswer = '250 ok';
  const server = createServer((socket) => {
    sockets.add(socket);
    let rest = '';
    let body: string[] | undefined;
    let envelope = { from: '', to: [] as string[] };
    const say = (line: string) => socket.write(`${line}\r\n`);
    const address = (line: string) => /<(.*?)>/.exec(line)?.[1] ?? '';
    const verbs: Readonly<Record<string, (line: string) => unknown>> = {
      EHLO: () => socket.write('250-fake\r\n250-AUTH PLAIN\r\n250 8BITMIME\r\n'),
      AUTH: (line) => {
        logins.push(line.split(' ')[2] ?? '');
        return say('235 welcome');
      },
      MAIL: (line) => {
        envelope = { from: address(line), to: [] };
        return say('250 ok');
      },
      RCPT: (line) => {
        envelope.to.push(address(line));
        return say(recipientAnswer);
      },
      DATA: () => {
        body = [];
        return say('354 go on');
      },
      QUIT: () => socket.end('221 bye\r\n'),
    };
    const command = (line: string) => void (verbs[line.slice(0, 4).toUpperCase()] ?? (() => say('250 ok')))(line);
    const take = (line: string) => {
      if (!body) return command(line);
      if (line !== '.') return void body.push(line);
      mails.push({ ...envelope, data: body.join('\n') });
      body = undefined;
      say('250 kept');
    };
    socket.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n');
      rest = lines.pop() ?? '';
      lines.forEach(take);
    });
    socket.on('error', () => undefined);
    say('220 fake');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://parley:s%40cret@127.0.0.1:${port}`,
    mails,
    logins,
    answerRecipients: (line) => void (recipientAnswer = line),
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
