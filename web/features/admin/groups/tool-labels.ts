import type { ToolName } from '../../../../src/shared/group-rights.ts';
import type { GroupsTextKey } from './groups-texts.ts';

export const TOOL_LABELS = {
  web_search: 'toolSearch',
  fetch_page: 'toolPages',
  run_code: 'toolCode',
  connected_tools: 'toolConnected',
} as const satisfies Readonly<Record<ToolName, GroupsTextKey>>;
