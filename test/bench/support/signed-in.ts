import type { BenchUser } from './users.ts';

export const call = async (url: string, { token }: BenchUser, path: string, body?: object): Promise<unknown> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const reply = await fetch(
    `${url}${path}`,
    body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
  );
  if (!reply.ok) throw new Error(`${path} was answered ${reply.status}: ${await reply.text()}`);
  return reply.json();
};

/** A script that signs a new tab in, with the sidebar open. */
export const signedIn = async (url: string, person: BenchUser): Promise<string> => {
  const { user } = (await call(url, person, '/api/auth/me')) as { user: object };
  const kept = { session: { token: person.token, user }, 'ui-storage': { sidebarOpen: true } };
  return (
    `for (const [key, value] of Object.entries(${JSON.stringify(kept)})) if (!localStorage.getItem(key)) ` +
    'localStorage.setItem(key, JSON.stringify(value));'
  );
};
