import agents from './agents.json' with { type: 'json' };
import app from './app.json' with { type: 'json' };
import appearance from './appearance.json' with { type: 'json' };
import attach from './attach.json' with { type: 'json' };
import chat from './chat.json' with { type: 'json' };
import history from './history.json' with { type: 'json' };
import lib from './lib.json' with { type: 'json' };
import models from './models.json' with { type: 'json' };
import sharedPage from './shared-page.json' with { type: 'json' };
import trial from './trial.json' with { type: 'json' };
import ui from './ui.json' with { type: 'json' };
import usage from './usage.json' with { type: 'json' };
import welcome from './welcome.json' with { type: 'json' };

/** The texts of the first screen, in Arabic. */
export const catalogs = {
  agents,
  app,
  appearance,
  attach,
  chat,
  history,
  lib,
  models,
  'shared-page': sharedPage,
  trial,
  ui,
  usage,
  welcome,
};
