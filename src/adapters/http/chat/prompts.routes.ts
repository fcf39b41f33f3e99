import * as contract from '../../../contract/prompts.ts';
import { ManagePrompts } from '../../../domain/prompts/manage-prompts.ts';
import type { Prompt } from '../../../domain/prompts/ports.ts';
import { PublishPrompts } from '../../../domain/prompts/publish-prompts.ts';
import type { Handlers } from '../handlers.ts';
import type { Mount } from '../mount.ts';
import { SUCCESS, toIso } from '../presenters.ts';

export const promptHandlers = { managePrompts: ManagePrompts, publishPrompts: PublishPrompts };

export type PromptHandlers = Handlers<typeof promptHandlers>;

const present = ({ createdAt, updatedAt, ...prompt }: Prompt) => ({
  ...prompt,
  createdAt: toIso(createdAt),
  updatedAt: toIso(updatedAt),
});

const withPrompt = (prompt: Prompt) => ({ ...SUCCESS, prompt: present(prompt) });

/** Saved prompts, of a person and for everybody. */
export const promptRoutes = (mount: Mount, { managePrompts, publishPrompts }: PromptHandlers): void => {
  mount(contract.listPrompts, async ({ principal }) => {
    const { own, published } = await managePrompts.listFor(principal.user.uid);
    return { prompts: own.map(present), published: published.map(present) };
  });
  mount(contract.addPrompt, async ({ body, principal }) =>
    withPrompt(await managePrompts.add(principal.user.uid, body)),
  );
  mount(contract.changePrompt, async ({ params: { id }, body: { revision, ...content }, principal }) => {
    const { after } = await managePrompts.change(principal.user.uid, { id, revision }, content);
    return withPrompt(after);
  });
  mount(contract.deletePrompt, async ({ params: { id }, principal }) =>
    withPrompt(await managePrompts.remove(principal.user.uid, id)),
  );
  mount(contract.listPublishedPrompts, async () => ({ prompts: (await publishPrompts.list()).map(present) }));
  mount(contract.publishPrompt, async ({ body }) => withPrompt(await publishPrompts.add(body)));
  mount(contract.changePublishedPrompt, async ({ params: { id }, body: { revision, ...content } }) =>
    withPrompt(await publishPrompts.change({ id, revision }, content)),
  );
  mount(contract.withdrawPrompt, async ({ params: { id } }) => withPrompt(await publishPrompts.remove(id)));
};
