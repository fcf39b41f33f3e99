/** The sections of the settings as addresses name them, in the order in which they are listed. */
export const SECTIONS = ['appearance', 'account', 'chat', 'prompts', 'files', 'tools', 'api', 'data', 'admin'] as const;
export type Section = (typeof SECTIONS)[number];

/** Parts of a section that an address may name too: the section opens there. */
const PARTS: Readonly<Record<string, Section>> = {
  keyboard: 'appearance',
  password: 'account',
  'sign-in': 'account',
  'second-factor': 'account',
  plan: 'account',
  sessions: 'account',
  usage: 'account',
  agents: 'chat',
  assistants: 'chat',
  model: 'chat',
  links: 'data',
  archive: 'data',
  override: 'admin',
  'model-override': 'admin',
};

const isPart = (name: string): boolean => Object.hasOwn(PARTS, name);

/** The section of a name in an address; undefined for none and for an unknown one. */
export const findSection = (name: string | null): Section | undefined =>
  SECTIONS.find((section) => section === name) ?? (name !== null && isPart(name) ? PARTS[name] : undefined);

interface Available {
  readonly isAdmin: boolean;
  /** There are tools to set, or none are known yet. */
  readonly hasTools: boolean;
}

/** Only admins have theirs, and only who has tools sees theirs. */
export const sectionsFor = ({ isAdmin, hasTools }: Available): readonly Section[] =>
  SECTIONS.filter((section) => (isAdmin || section !== 'admin') && (hasTools || section !== 'tools'));
