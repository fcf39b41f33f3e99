import type { Artifact } from '../../../shared/artifact.ts';
import { readPath } from '../../../shared/artifact-blocks.ts';
import { EDIT_LANGUAGE } from '../../../shared/artifact-edit.ts';
import { SqlStore } from '../sql-store.ts';

export interface MessagePlace {
  readonly chatKey: string;
  readonly messageId: string;
}

interface AncestorRow {
  readonly chat_key: string;
  readonly start_id: string;
  readonly content: string;
}

/** What an edit changes is not looked for further back. */
const MAX_STEPS = 400;
const MAX_PATH_CHARACTERS = 400_000;

/** The answers with blocks of code on the paths to some messages, the oldest first. */
const ancestorsSql = (places: number, characters: string): string => `
  WITH RECURSIVE walk (chat_key, start_id, id, parent_id, step, until) AS (
    SELECT chat_key, id, id, parent_id, 1, ${characters}(content) FROM messages
     WHERE ${Array.from({ length: places }, () => '(chat_key = ? AND id = ?)').join(' OR ')}
    UNION ALL
    SELECT m.chat_key, walk.start_id, m.id, m.parent_id, step + 1, until + ${characters}(m.content)
      FROM walk JOIN messages m ON m.chat_key = walk.chat_key AND m.id = walk.parent_id
     WHERE step < ${MAX_STEPS} AND until < ${MAX_PATH_CHARACTERS}
  )
  SELECT walk.chat_key, walk.start_id, m.content FROM walk
    JOIN messages m ON m.chat_key = walk.chat_key AND m.id = walk.id
   WHERE m.role = 'assistant' AND (m.content LIKE '%\`\`\`%' OR m.content LIKE '%~~~%') ORDER BY step DESC`;

const keyOf = ({ chatKey, messageId }: MessagePlace): string => `${chatKey} ${messageId}`;

/** What the last of these answers changes. */
const editedBy = (texts: readonly string[]): readonly Artifact[] => {
  const blocks = readPath(texts).at(-1)?.blocks ?? [];
  const made = blocks.flatMap(({ artifact, edit }) => (artifact && edit && !edit.failure ? [artifact] : []));
  return [...new Map(made.map((artifact) => [artifact.id, artifact])).values()];
};

/** What stands in artifacts only because of edits: found by reading the answers before them. */
export class SqlEditedArtifacts extends SqlStore {
  /** The artifacts that each of these messages changed, as they were then. One statement, none without an edit. */
  async list(
    messages: readonly (MessagePlace & { readonly content: string })[],
  ): Promise<(message: MessagePlace) => readonly Artifact[]> {
    const edits = messages.filter(({ content }) => content.includes(EDIT_LANGUAGE));
    if (edits.length === 0) return () => [];
    const rows = await this.db.query<AncestorRow>(
      ancestorsSql(edits.length, this.db.dialect.charLength),
      edits.flatMap(({ chatKey, messageId }) => [chatKey, messageId]),
    );
    const paths = new Map<string, string[]>();
    for (const { chat_key: chatKey, start_id: messageId, content } of rows) {
      const key = keyOf({ chatKey, messageId });
      const path = paths.get(key);
      if (path) path.push(content);
      else paths.set(key, [content]);
    }
    const edited = new Map([...paths].map(([key, texts]) => [key, editedBy(texts)]));
    return (message) => edited.get(keyOf(message)) ?? [];
  }
}
