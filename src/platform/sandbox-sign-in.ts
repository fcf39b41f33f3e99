export interface SandboxPerson {
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly groups: readonly string[];
}

/** The sandbox's sign-in provider, as its page uses it. */
export interface SandboxSignIn {
  /** Whether an address of the page is one that this server's own sign-in made. */
  accepts(query: URLSearchParams): boolean;
  /** The address to return to; undefined: refused. The query must be accepted. */
  answer(query: URLSearchParams, person: SandboxPerson | undefined): string;
}

/** The page that stands for a provider's. */
export const SANDBOX_SIGN_IN_PATH = '/sandbox/sign-in';
