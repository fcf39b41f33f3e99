import type { DOMWindow } from 'jsdom';

export declare const listenersOf: (window: DOMWindow, type: string) => readonly unknown[];

export declare class KeptWindow {
  constructor(window: DOMWindow);
  settle(): Promise<void>;
  restore(): void;
}
