import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { z } from 'zod';

import type { UserRequester } from '../../../domain/chat/replies/ports/requesters.ts';
import { fixedError } from '../../../domain/kernel/domain-error.ts';
import type { UserPrincipal } from '../authenticator.ts';
import type { Failure } from '../errors/report-errors.ts';

export class CallStopped extends fixedError('conflict', 'The call was stopped before it was complete') {}

/** Who calls. */
export interface McpCaller {
  readonly principal: UserPrincipal;
  readonly requester: UserRequester;
}

/** One call of a tool. */
export interface McpCall extends McpCaller {
  /** Aborts when the client cancels or leaves. */
  readonly signal: AbortSignal;
  /** Reaches the client only if it asked for progress. `progress` grows. */
  readonly report: (progress: number, message: string) => Promise<void>;
}

/** How the server stands in the tool's way and reports failures. */
export interface McpCallDeps {
  readonly caller: McpCaller;
  /** Aborts with a cancellation that comes as a message of its own. */
  readonly cancelled: AbortSignal;
  /** Reports an unexpected error, and says what the caller is told. */
  readonly fail: (tool: string, error: unknown) => Failure;
}

interface McpTool<I extends z.ZodObject, O extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly output: O;
  /** The field that “not found” is about. */
  readonly idField?: keyof z.output<I> & string;
  readonly annotations: { readonly readOnlyHint: boolean; readonly openWorldHint: boolean };
  readonly run: (input: z.output<I>, call: McpCall) => Promise<z.input<O>>;
}

/** Registers a tool at a server of the protocol. */
export type RegisterTool = (server: McpServer, deps: McpCallDeps) => void;

export const defineTool =
  <I extends z.ZodObject, O extends z.ZodObject>(tool: McpTool<I, O>): RegisterTool =>
  (server, { caller, cancelled, fail }) => {
    const { name, title, description, annotations } = tool;
    const inputSchema: z.ZodObject = tool.input; // the library infers nothing from a type parameter
    const outputSchema: z.ZodObject = tool.output;
    server.registerTool(
      name,
      { title, description, inputSchema, outputSchema, annotations: { ...annotations, title } },
      async (input, ctx: ServerContext): Promise<CallToolResult> => {
        const signal = AbortSignal.any([ctx.mcpReq.signal, cancelled]);
        try {
          const call = { ...caller, signal, report: progressReporter(ctx) };
          const output = outputSchema.parse(await tool.run(tool.input.parse(input), call));
          return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output };
        } catch (error) {
          const failure = fail(name, signal.aborted ? new CallStopped() : error); // what breaks then is no fault
          return { isError: true, content: [{ type: 'text', text: describeFailure(failure, tool.idField) }] };
        }
      },
    );
  };

const progressReporter = ({ mcpReq }: ServerContext): McpCall['report'] => {
  const progressToken = mcpReq._meta?.progressToken;
  return async (progress, message) => {
    if (progressToken === undefined) return;
    await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } });
  };
};

/** In plain words, with the field where there is one. */
const describeFailure = ({ status, body }: Failure, idField: string | undefined): string => {
  const text = String(body['message'] ?? body['error']);
  const field = status === 404 ? idField : body['field'];
  const id = body['id'] === undefined ? '' : ` (${String(body['id'])})`;
  return `${typeof field === 'string' && !text.startsWith(`${field}:`) ? `${field}: ` : ''}${text}${id}`;
};

/** Of a text that is capped. */
export const capText = (text: string, length: number): { readonly text: string; readonly cut: boolean } =>
  text.length > length ? { text: text.slice(0, length), cut: true } : { text, cut: false };
