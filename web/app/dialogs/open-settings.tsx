import type { User } from '../../../src/contract/common.ts';
import { findSection, sectionsFor } from '../../features/settings/sections.ts';
import { SettingsDialog } from '../../features/settings/settings-dialog.tsx';
import { toolsApi } from '../../features/tools/tools-api.ts';
import { useMediaQuery } from '../../lib/hooks/use-media-query.ts';
import { PHONE_QUERY } from '../../lib/media.ts';
import { CurrentSection } from '../../ui/forms/current-section.ts';
import { formatAddress, type Address } from '../router/address.ts';
import { openAddress, openDialog, returnTo } from '../router/navigation.ts';
import { useCloseDialog } from '../router/use-close-dialog.ts';
import { SettingsContent } from './settings-sections.tsx';

const addressOf = (section: string | null): Address => ({ at: 'settings', section });

interface OpenSettingsProps {
  readonly user: User;
  /** What the address names. */
  readonly section: string | null;
}

/** Whether there is anything to set about tools; an address that names the section opens it all the same. */
const useHasTools = (name: string | null): boolean => {
  const { data } = toolsApi.useToolsQuery();
  return name === 'tools' || (data !== undefined && (data.mayAdd || data.servers.length > 0));
};

export const OpenSettings = ({ user, section: name }: OpenSettingsProps) => {
  const close = useCloseDialog();
  const isPhone = useMediaQuery(PHONE_QUERY);
  const hasTools = useHasTools(name);
  const sections = sectionsFor({ isAdmin: user.isAdmin, hasTools });
  const named = sections.find((section) => section === findSection(name));
  const current = named ?? (isPhone ? null : sections[0]);
  return (
    <CurrentSection value={name}>
      <SettingsDialog
        sections={sections}
        current={current ?? null}
        isPhone={isPhone}
        hrefOf={(section) => `#${formatAddress(addressOf(section))}`}
        // On a phone Back leads to the list; beside the list it leaves the settings.
        onOpen={(section) => (isPhone ? openAddress : openDialog)(addressOf(section))}
        onBack={() => returnTo(addressOf(null))}
        onClose={close}
      >
        {current ? <SettingsContent section={current} user={user} /> : null}
      </SettingsDialog>
    </CurrentSection>
  );
};
