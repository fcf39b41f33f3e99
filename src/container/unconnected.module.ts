import { ToolNotUsable } from '../domain/tools/errors.ts';
import { ConnectedTools, type ToolCallEvent, type ToolOutcome } from '../domain/tools/ports.ts';
import { defineModule } from './define-module.ts';

/** A server without connected servers. */
class NoConnectedTools extends ConnectedTools {
  async listUsable() {
    return [];
  }

  async *call(): AsyncGenerator<ToolCallEvent, ToolOutcome> {
    throw new ToolNotUsable();
  }
}

export const unconnectedModule = defineModule(({ bindPort }) => bindPort(ConnectedTools, NoConnectedTools));
