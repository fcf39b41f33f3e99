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
  close(): Promise<void>;
}

/** A mail server that takes everything; `refuse` makes it turn recipients away. */
export const startSmtpServer = async ({ refuse = false } = {}): Promise<SmtpServer> => {
  const mails: ReceivedMail[] = [];
  const logins: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let rest = '';
    let body: string[] | undefined;
    let envelope = { from: '', to: [] as string[] };
    const say = (line: string) => socket.write(`${line}\r\n`);
    const command = (line: string) => {
      const [verb = ''] = line.toUpperCase().split(' ');
      if (verb === 'EHLO') socket.write('250-fake\r\n250-AUTH PLAIN\r\n250 8BITMIME\r\n');
      else if (verb === 'AUTH') {
        logins.push(line.split(' ')[2] ?? '');
        say('235 welcome');
      } else if (verb === 'MAIL') {
        envelope = { from: /<(.*?)>/.exec(line)?.[1] ?? '', to: [] };
        say('250 ok');
      } else if (verb === 'RCPT') {
        envelope.to.push(/<(.*?)>/.exec(line)?.[1] ?? '');
        say(refuse ? '550 no such person' : '250 ok');
      } else if (verb === 'DATA') {
        body = [];
        say('354 go on');
      } else if (verb === 'QUIT') socket.end('221 bye\r\n');
      else say('250 ok');
    };
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
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
