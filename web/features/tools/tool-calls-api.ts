import type { getFile } from '../../../src/contract/files.ts';
import type { Answer, Body } from '../../../src/contract/route.ts';
import type * as contract from '../../../src/contract/tools.ts';
import { endpoint } from '../../lib/api.ts';
import { isToolChanged } from '../../ui/tool-servers/tool-changed.ts';
import { toolsApi, type Tools } from './tools-api.ts';

const add = endpoint<typeof contract.addToolServer>('post', '/api/tools/servers');
const change = endpoint<typeof contract.changeToolServer>('put', '/api/tools/servers/:id');
const remove = endpoint<typeof contract.removeToolServer>('delete', '/api/tools/servers/:id');
const refresh = endpoint<typeof contract.refreshToolServer>('post', '/api/tools/servers/:id/refresh');
const setMode = endpoint<typeof contract.setToolMode>('put', '/api/tools/servers/:id/mode');
const signIn = endpoint<typeof contract.signInToToolServer>('post', '/api/tools/servers/:id/sign-in');
const signOut = endpoint<typeof contract.signOutOfToolServer>('post', '/api/tools/servers/:id/sign-out');
const getFileCall = endpoint<typeof getFile>('get', '/api/ai/files/:id');
const answer = endpoint<typeof contract.answerToolQuestion>('post', '/api/ai/replies/:id/questions/:questionId');

type EnteredServer = Body<typeof contract.addToolServer>;
export type QuestionAnswer = Body<typeof contract.answerToolQuestion>;
type Saved = Answer<typeof contract.addToolServer>;

const replaceServer =
  ({ server }: Saved) =>
  (tools: Tools): void => {
    const at = tools.servers.findIndex(({ id }) => id === server.id);
    if (at >= 0) tools.servers[at] = server;
    else tools.servers.push(server);
  };

/** What a person does with servers of tools, and their answers to questions of tools. */
export const toolCallsApi = toolsApi.injectEndpoints({
  endpoints: (build) => {
    /** The answer has the server as it is now, so the list is not fetched again. */
    const changing = <Input>(query: (input: Input) => ReturnType<typeof refresh>) =>
      build.mutation<Saved, Input>({
        query,
        invalidatesTags: (_, error) => (isToolChanged(error) ? ['Tools'] : []),
        onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
          const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
          if (data) dispatch(toolsApi.util.updateQueryData('tools', undefined, replaceServer(data)));
        },
      });
    return {
      saveToolServer: changing<{ readonly id: string | undefined; readonly body: EnteredServer }>(({ id, body }) =>
        id === undefined ? add({ body }) : change({ params: { id }, body }),
      ),
      removeToolServer: build.mutation<Answer<typeof contract.removeToolServer>, string>({
        query: (id) => remove({ params: { id } }),
        invalidatesTags: ['Tools'],
      }),
      refreshToolServer: changing<string>((id) => refresh({ params: { id } })),
      setToolMode: changing<{ readonly id: string } & Body<typeof contract.setToolMode>>(({ id, ...body }) =>
        setMode({ params: { id }, body }),
      ),
      toolSignIn: build.mutation<Answer<typeof contract.signInToToolServer>, string>({
        query: (id) => signIn({ params: { id } }),
      }),
      toolSignOut: build.mutation<Answer<typeof contract.signOutOfToolServer>, string>({
        query: (id) => signOut({ params: { id } }),
        invalidatesTags: ['Tools'],
      }),
      /** A file that a tool returned, with its bytes. */
      toolFile: build.query<Answer<typeof getFile>, string>({
        query: (id) => getFileCall({ params: { id }, query: {} }),
        keepUnusedDataFor: 0,
      }),
      answerToolQuestion: build.mutation<
        Answer<typeof contract.answerToolQuestion>,
        { readonly replyId: string; readonly questionId: string; readonly body: QuestionAnswer }
      >({
        query: ({ replyId, questionId, body }) => answer({ params: { id: replyId, questionId }, body }),
      }),
    };
  },
});
