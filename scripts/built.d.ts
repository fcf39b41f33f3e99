export declare const SOURCES: readonly string[];
export declare const isBuilt: () => boolean;
