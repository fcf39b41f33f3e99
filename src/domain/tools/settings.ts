import { defineSettings } from '../../shared/settings/define-settings.ts';
import { DEFAULT_TOOL_SETTINGS, toolSettings } from '../../shared/settings/tools.ts';

export const TOOLS = defineSettings({ name: 'tools', schema: toolSettings, defaults: () => DEFAULT_TOOL_SETTINGS });
