import accountData from './account-data.json' with { type: 'json' };
import accounts from './accounts.json' with { type: 'json' };
import admin from './admin.json' with { type: 'json' };
import adminLimits from './admin-limits.json' with { type: 'json' };
import adminPeople from './admin-people.json' with { type: 'json' };
import apiAccess from './api-access.json' with { type: 'json' };
import billing from './billing.json' with { type: 'json' };
import document from './document.json' with { type: 'json' };
import files from './files.json' with { type: 'json' };
import settings from './settings.json' with { type: 'json' };
import share from './share.json' with { type: 'json' };

/** The texts of what comes on need, in German. */
export const catalogs = {
  'account-data': accountData,
  accounts,
  admin,
  'admin-limits': adminLimits,
  'admin-people': adminPeople,
  'api-access': apiAccess,
  billing,
  document,
  files,
  settings,
  share,
};
