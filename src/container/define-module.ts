import {
  type AbstractNewable,
  ContainerModule,
  type ContainerModuleLoadOptions,
  type ResolutionContext,
} from 'inversify';

/** A value computed from the container's objects. */
class Derived<T> {
  constructor(readonly resolve: (context: ResolutionContext) => T) {}
}

/** A value computed from one dependency. */
export const derive = <T, R>(token: AbstractNewable<T>, select: (resolved: T) => R): Derived<R> =>
  new Derived((context) => select(context.get(token)));

export const constant = <T>(value: T): Derived<T> => new Derived(() => value);

type Source<T> = AbstractNewable<T> | Derived<T>;
/** An object of dependencies by an object of their sources. */
type Sources<T> = T extends object ? { readonly [K in keyof T]: Source<T[K]> } : never;
/** One for each parameter of a constructor. */
type Arguments<P extends unknown[]> = { [I in keyof P]: Source<P[I]> | Sources<P[I]> };

const isToken = (source: unknown): source is AbstractNewable => typeof source === 'function';

const resolve = (context: ResolutionContext, source: object): unknown => {
  if (source instanceof Derived) return source.resolve(context);
  if (isToken(source)) return context.get(source);
  return Object.fromEntries(Object.entries(source).map(([name, each]) => [name, resolve(context, each)]));
};

/** The compiler cannot check here that each source gives what `Arguments` says. */
function resolveAll<P extends unknown[]>(context: ResolutionContext, sources: Arguments<P>): P;
function resolveAll(context: ResolutionContext, sources: readonly object[]): unknown[] {
  return sources.map((source) => resolve(context, source));
}

/** The compiler checks each dependency against the constructor. */
interface Binder {
  /**
   * `bindClass(OpenChat, ChatRepository)`, or `bindClass(StartReply, { quota: ChatQuota, … })`
   * where it takes an object.
   */
  readonly bindClass: <T, P extends unknown[]>(
    type: new (...dependencies: P) => T,
    ...sources: Arguments<NoInfer<P>>
  ) => void;
  /** Binds a port to its adapter. */
  readonly bindPort: <T, P extends unknown[]>(
    port: AbstractNewable<T>,
    adapter: new (...dependencies: P) => NoInfer<T>,
    ...sources: Arguments<NoInfer<P>>
  ) => void;
}

export const defineModule = (load: (options: ContainerModuleLoadOptions & Binder) => void): ContainerModule =>
  new ContainerModule((options) => {
    const bindPort: Binder['bindPort'] = (port, adapter, ...sources) =>
      void options.bind(port).toDynamicValue((context) => new adapter(...resolveAll(context, sources)));
    const bindClass: Binder['bindClass'] = (type, ...sources) => bindPort(type, type, ...sources);
    load({ ...options, bindClass, bindPort });
  });
