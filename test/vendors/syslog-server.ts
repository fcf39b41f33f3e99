import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** Of localhost and 127.0.0.1, signed by itself; valid from 2020 to 2120. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBZzCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABPw5w5GbT23qaKyG
CNrgchBS/sHfazXdNFTSOmItSWlkdB1qzJyKTRLN4P/QWMuzXkHSU/+ferogcmag
Jkvg5EWjTjBMMBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAPBgNVHRMBAf8E
BTADAQH/MB0GA1UdDgQWBBTPnb3Ahk/97gAJb57cdx1RZSxIxjAKBggqhkjOPQQD
AgNIADBFAiEA6eJezWoGMrDsq6q2pR2zqMDk+Tv9IkOvFZdu3JjRAOYCIAszl+QO
vXh0vq6GdfM3isL2jK62zo/9sizseUx+LT90
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg0AC6E7gpYH2GQ4I4
9xffz0MZlpzP3BstY4j33e2kjAOhRANCAAT8OcORm09t6mishgja4HIQUv7B32s1
3TRU0jpiLUlpZHQdasycik0SzeD/0FjLs15B0lP/n3q6IHJmoCZL4ORF
-----END PRIVATE KEY-----`;

/** How a server treats a connection. */
type Behaviour =
  /** Reads everything, then ends. */
  | 'takes'
  /** Ends the connection after the first bytes. */
  | 'closes in the middle'
  /** Ends the connection before it has read anything. */
  | 'closes at once'
  | 'breaks off'
  /** Reads nothing and ends nothing. */
  | 'hangs';

export interface SyslogServer {
  readonly port: number;
  behaviour: Behaviour;
  /** What whole connections brought, one text each. */
  readonly streams: string[];
  close(): Promise<void>;
}

/** A collector of RFC 5424 over TCP or TLS. */
export const startSyslogServer = async ({ isTls = false } = {}): Promise<SyslogServer> => {
  const sockets = new Set<Socket>();
  const behaviours: Readonly<Record<Behaviour, (socket: Socket) => void>> = {
    takes(socket) {
      let text = '';
      socket.on('data', (chunk: Buffer) => void (text += chunk.toString('latin1')));
      socket.on('end', () => void server.streams.push(text));
    },
    'closes in the middle': (socket) => void socket.once('data', () => socket.destroy()),
    'closes at once': (socket) => void socket.end(),
    'breaks off': (socket) => void socket.destroy(),
    hangs: (socket) => void socket.pause(),
  };
  const accept = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    behaviours[server.behaviour](socket);
  };
  const listener = isTls ? createTlsServer({ key: KEY, cert: CERTIFICATE }, accept) : createServer(accept);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const server: SyslogServer = {
    port: (listener.address() as AddressInfo).port,
    behaviour: 'takes',
    streams: [],
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => listener.close(() => resolve()));
    },
  };
  return server;
};

/** The messages of a stream by their octet counts. */
export const framesOf = (stream: string): string[] => {
  const frames: string[] = [];
  for (let at = 0; at < stream.length;) {
    const space = stream.indexOf(' ', at);
    const end = space + 1 + Number(stream.slice(at, space));
    frames.push(stream.slice(space + 1, end));
    at = end;
  }
  return frames;
};
