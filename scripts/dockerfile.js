// The parts of a Dockerfile that scripts/check-image.js does: what is copied and run in the first stage, what the
// second one copies, its user, environment, health check and command.

const COPY = /^COPY (?:--from=\w+ )?(.+)$/;

const toCopy = (text) => {
  const words = (COPY.exec(text)?.[1] ?? '').split(/\s+/).map((word) => word.replace(/^\/app\//, ''));
  return { kind: 'copy', paths: words.slice(0, -1), target: words.at(-1) };
};

const jsonOf = (lines, name) => {
  const line = lines.find((each) => each.startsWith(name) && each.includes('CMD ['));
  return JSON.parse((line ?? '[]').slice(line?.indexOf('[') ?? 0));
};

/** Comments are left out and continued lines are one. */
const instructionsOf = (text) =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const parseDockerfile = (text) => {
  const lines = instructionsOf(text);
  const second = lines.findLastIndex((line) => line.startsWith('FROM '));
  const [first, last] = [lines.slice(0, second), lines.slice(second)];
  const env = last.find((line) => line.startsWith('ENV '))?.slice(4) ?? '';
  return {
    build: first.flatMap((line) => {
      if (line.startsWith('COPY ')) return [toCopy(line)];
      return line.startsWith('RUN ') ? [{ kind: 'run', line: line.slice(4) }] : [];
    }),
    run: last.filter((line) => line.startsWith('COPY ')).map(toCopy),
    uid: Number(/--uid (\d+)/.exec(last.join('\n'))?.[1]),
    env: Object.fromEntries(env.split(/\s+/).map((pair) => pair.split('='))),
    healthCheck: jsonOf(last, 'HEALTHCHECK'),
    command: jsonOf(last, 'CMD'),
  };
};
