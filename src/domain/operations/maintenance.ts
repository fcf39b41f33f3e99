import type { Notices } from '../../shared/settings/notices.ts';
import { DomainError } from '../kernel/domain-error.ts';
import type { Settings } from '../kernel/ports.ts';
import { Maintenance } from './ports.ts';

const RETRY_AFTER_MS = 60_000;
const GENERAL_TEXT = 'This server is being maintained. Nothing was changed; please try again later.';

/** Without a code: nothing of the call was stored. */
class UnderMaintenance extends DomainError {
  readonly kind = 'unavailable';

  constructor(text: string) {
    super(text, { retryAfterMs: RETRY_AFTER_MS });
  }
}

export class MaintenanceMode extends Maintenance {
  constructor(private readonly settings: Settings<Notices>) {
    super();
  }

  async requireOff(): Promise<void> {
    const { isOn, text } = (await this.settings.current()).maintenance;
    if (isOn) throw new UnderMaintenance(text || GENERAL_TEXT);
  }
}
