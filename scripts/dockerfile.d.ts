interface Copy {
  readonly kind: 'copy';
  readonly paths: readonly string[];
  readonly target: string | undefined;
}
interface Run {
  readonly kind: 'run';
  readonly line: string;
}
export const parseDockerfile: (text: string) => {
  readonly build: readonly (Copy | Run)[];
  readonly run: readonly Copy[];
  readonly uid: number;
  readonly env: Readonly<Record<string, string>>;
  readonly healthCheck: readonly string[];
  readonly command: readonly string[];
};
