export declare const isMessageFile: (path: string) => boolean;
export declare const compileMessages: (source: string, path: string) => string;
