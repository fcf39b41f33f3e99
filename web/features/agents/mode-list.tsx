import { LoaderCircle, Lock, TriangleAlert } from 'lucide-react';

import type { Translator } from '../../lib/i18n/translations.ts';
import { isOffered, useAgentAccess, type AgentAccess } from '../../state/agent-access.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { MenuList, type MenuItem } from '../../ui/overlays/menu-list.tsx';
import type { MenuPlace } from '../../ui/overlays/use-menu.ts';
import { lockedText } from './locked-text.ts';
import { MODE_ICONS } from './mode-icons.tsx';
import styles from './mode-menu.module.css';
import { chooseMode } from './choose-mode.ts';
import { selectMode, MODES, type Mode, type ModeId } from './modes.ts';
import { useTranslations, type TextKey } from './texts.ts';

const LOCKED = { premium: 'upgrade', plan: 'upgradeTo' } as const;

/** Why agents are not to be had; undefined where they are. */
const useReason = (access: AgentAccess, offersPlans: boolean): string | undefined => {
  const t = useTranslations();
  const status = useAppSelector(({ agents }) => agents.status);
  if (access === 'open') return undefined;
  if (access === 'locked') return lockedText(LOCKED, { status, offersPlans }, t);
  return t(access === 'loading' ? 'loading' : 'unavailable');
};

export interface ModeListProps {
  /** Leads to more than this person may use now: the plans, or sign-in. Null where there is no such way. */
  readonly onUpgrade: (() => void) | null;
  /** A plan may be named as the way to agents. */
  readonly offersPlans: boolean;
}

/** The last line of the list: why the modes above it cannot be had. */
const reasonItem = ({ access, reason, onUpgrade }: Pick<Choice, 'access' | 'reason' | 'onUpgrade'>): MenuItem[] => {
  if (reason === undefined) return [];
  const item = { id: 'reason', hasSeparator: true, label: reason } satisfies Partial<MenuItem>;
  if (access === 'locked')
    return [{ ...item, icon: <Lock />, disabled: onUpgrade === null, onSelect: () => onUpgrade?.() }];
  return [
    {
      ...item,
      icon: access === 'loading' ? <LoaderCircle /> : <TriangleAlert />,
      disabled: true,
      onSelect: () => undefined,
    },
  ];
};

interface Choice extends Pick<ModeListProps, 'onUpgrade'> {
  readonly access: AgentAccess;
  readonly reason: string | undefined;
  readonly at: ModeId;
  /** False for an agent that this installation does not run. */
  readonly offered: boolean;
  readonly onChoose: (id: ModeId) => void;
  readonly t: Translator<TextKey>;
}

const modeItem = (
  { id, label, description, agentType }: Mode,
  { access, reason, at, offered, onChoose, onUpgrade, t }: Choice,
): MenuItem => {
  const isUnavailable = agentType !== null && access !== 'open';
  return {
    id,
    label: t(label),
    description: t(description),
    icon: MODE_ICONS[id],
    checked: id === at,
    tooltip: agentType === null ? undefined : reason,
    disabled: !offered || (isUnavailable && (access !== 'locked' || onUpgrade === null)),
    hint: isUnavailable && access === 'locked' ? <Lock aria-hidden="true" className={styles['lock']} /> : null,
    onSelect: () => (isUnavailable ? onUpgrade?.() : onChoose(id)),
  };
};

/** The modes. Those that are not to be had stay in sight and say why. */
export const ModeList = ({ onUpgrade: onward, offersPlans, ...place }: ModeListProps & MenuPlace) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const access = useAgentAccess();
  const at = useAppSelector(selectMode);
  const reason = useReason(access, offersPlans);
  const agents = useAppSelector((state) => state.agents);
  const onUpgrade = agents.status?.byGroups ? null : onward;
  const items = [
    ...MODES.map((mode) =>
      modeItem(mode, {
        access,
        reason,
        at,
        onUpgrade,
        t,
        offered: mode.agentType === null || isOffered({ agents }, mode.agentType),
        onChoose: (id) => dispatch(chooseMode(id)),
      }),
    ),
    ...reasonItem({ access, reason, onUpgrade }),
  ];
  return <MenuList {...place} label={t('mode')} items={items} />;
};
