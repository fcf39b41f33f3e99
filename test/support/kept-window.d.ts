export declare const listenersOf: (window: object, type: string) => readonly unknown[];

export declare class KeptWindow {
  constructor(window: object);
  settle(): Promise<void>;
  restore(): void;
}
