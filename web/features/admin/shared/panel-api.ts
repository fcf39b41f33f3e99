import { api } from '../../../lib/api.ts';

/** The page's cache of what the server knows, with the tags of the panel: they come with it. */
export const panelApi = api.enhanceEndpoints({
  addTagTypes: [
    'AdminUsers',
    'AdminShares',
    'AdminInvitations',
    'AdminRequests',
    'AdminGroups',
    'AdminPrompts',
    'AdminTools',
    'Providers',
    'Setup',
    'Shares',
  ],
});
