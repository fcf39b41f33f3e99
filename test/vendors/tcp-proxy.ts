import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a client and a server such as MariaDB, and can behave as a network that fails. */
export interface TcpProxy {
  readonly port: number;
  /** How many connections were ever accepted, refused ones among them. */
  connections(): number;
  /** How many are open now. */
  open(): number;
  /** Breaks every connection, and each new one at once. */
  cut(): void;
  /** Ends `cut`. */
  restore(): void;
  /**
   * Passes nothing on, either way, and breaks nothing: the peer seems to stand still. New
   * connections are taken and stand too.
   */
  freeze(): void;
  /** Ends `freeze`; what waited goes through. */
  thaw(): void;
  close(): Promise<void>;
}

/** A proxy on the loopback before `target`. */
export const startTcpProxy = async (target: { readonly port: number; readonly host?: string }): Promise<TcpProxy> => {
  const pairs = new Set<Pair>();
  let accepted = 0;
  let isCut = false;
  let isFrozen = false;
  const server = createServer({ pauseOnConnect: true }, (near) => {
    accepted += 1;
    if (isCut) {
      near.on('error', () => undefined);
      near.destroy();
      return;
    }
    const pair = new Pair(near, connect({ port: target.port, host: target.host ?? '127.0.0.1' }), () =>
      pairs.delete(pair),
    );
    pairs.add(pair);
    if (!isFrozen) pair.flow();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const breakAll = () => pairs.forEach((pair) => pair.end());
  return {
    port,
    connections: () => accepted,
    open: () => pairs.size,
    cut() {
      isCut = true;
      breakAll();
    },
    restore: () => void (isCut = false),
    freeze() {
      isFrozen = true;
      pairs.forEach((pair) => pair.stand());
    },
    thaw() {
      isFrozen = false;
      pairs.forEach((pair) => pair.flow());
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        breakAll();
      }),
  };
};

/** The two ends of one connection. Not `pipe`: bytes that are taken before a freeze must not go on during it. */
class Pair {
  readonly #near: Socket;
  readonly #far: Socket;
  readonly #over: () => void;

  constructor(near: Socket, far: Socket, over: () => void) {
    this.#near = near;
    this.#far = far;
    this.#over = over;
    far.pause();
    near.setNoDelay(true);
    far.setNoDelay(true);
    this.#pass(near, far);
    this.#pass(far, near);
  }

  flow(): void {
    this.#near.resume();
    this.#far.resume();
  }

  stand(): void {
    this.#near.pause();
    this.#far.pause();
  }

  end(): void {
    this.#over();
    this.#near.destroy();
    this.#far.destroy();
  }

  #pass(from: Socket, to: Socket): void {
    from.on('data', (bytes) => to.write(bytes));
    from.on('error', () => this.end());
    // What was said before a farewell still arrives.
    from.on('end', () => to.end());
    from.on('close', () => {
      if (to.closed) this.#over();
      else to.end();
    });
  }
}
