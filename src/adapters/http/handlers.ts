/** The use cases that a file of routes calls: instances of the classes that it names. */
export type Handlers<T> = {
  readonly [K in keyof T]: T[K] extends abstract new (...args: never) => infer Instance ? Instance : never;
};
