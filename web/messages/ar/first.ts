/** Texts of the first screen, by part, in Arabic. */
export { default as agents } from './agents.json' with { type: 'json' };
export { default as app } from './app.json' with { type: 'json' };
export { default as appearance } from './appearance.json' with { type: 'json' };
export { default as asking } from './asking.json' with { type: 'json' };
export { default as attach } from './attach.json' with { type: 'json' };
export { default as chat } from './chat.json' with { type: 'json' };
export { default as controls } from './controls.json' with { type: 'json' };
export { default as history } from './history.json' with { type: 'json' };
export { default as lib } from './lib.json' with { type: 'json' };
export { default as models } from './models.json' with { type: 'json' };
export { default as 'shared-page' } from './shared-page.json' with { type: 'json' };
export { default as trial } from './trial.json' with { type: 'json' };
export { default as ui } from './ui.json' with { type: 'json' };
export { default as usage } from './usage.json' with { type: 'json' };
export { default as welcome } from './welcome.json' with { type: 'json' };
export { default as refusals } from './refusals.json' with { type: 'json' };
