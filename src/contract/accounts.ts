import { z } from 'zod';

import { none, success, text, user } from './common.ts';
import { route } from './route.ts';

const email = z.string().trim().toLowerCase().max(254).pipe(z.email());
const password = text(128).min(8);
const signedIn = z.object({ token: z.string(), user });

export const login = route({
  method: 'post',
  path: '/api/auth/login',
  summary: 'Sign in with email and password',
  access: 'anyone',
  params: none,
  query: none,
  body: z.strictObject({ email, password: text(128).min(1) }),
  reply: signedIn,
});

export const register = route({
  method: 'post',
  path: '/api/auth/register',
  summary: 'Make an account with email and password',
  access: 'anyone',
  params: none,
  query: none,
  body: z.strictObject({
    email,
    password,
    name: text(120).trim().optional(),
    uid: text(128).optional(),
    captchaToken: text(4096).optional(),
  }),
  reply: signedIn.extend({ requiresEmailVerification: z.boolean() }),
  status: 201,
});

export const logout = route({
  method: 'post',
  path: '/api/auth/logout',
  summary: 'End this session',
  access: 'user',
  params: none,
  query: none,
  body: none,
  reply: success,
});

export const me = route({
  method: 'get',
  path: '/api/auth/me',
  summary: 'The signed-in account',
  access: 'user',
  params: none,
  query: none,
  body: none,
  reply: z.object({ user }),
});

/** Ours (D-69): the one-time link of the first start. */
export const claimAdmin = route({
  method: 'post',
  path: '/api/auth/setup',
  summary: 'Make the first admin account with the one-time setup token',
  access: 'anyone',
  params: none,
  query: none,
  body: z.strictObject({ token: text(128).min(1), email, password, name: text(120).trim().optional() }),
  reply: signedIn,
  status: 201,
});
