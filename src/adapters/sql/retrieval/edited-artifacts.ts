import type { Artifact } from '../../../shared/artifact.ts';
import { readPath, type ReadableAnswer } from '../../../shared/artifact-blocks.ts';
import { EDIT_LANGUAGE } from '../../../shared/artifact-edit.ts';
import { hasOwnVersions, ownArtifacts, ownCharacters, ownDetails, parseOwnVersions } from '../chat/own-versions.ts';
import { SqlStore } from '../sql-store.ts';

export interface MessagePlace {
  readonly chatKey: string;
  readonly messageId: string;
}

interface AncestorRow {
  readonly chat_key: string;
  readonly start_id: string;
  readonly content: string;
  readonly own: string | null;
}

export interface SearchedMessage extends MessagePlace {
  readonly content: string;
  /** Its details where it has versions of the person. */
  readonly own: string | null;
}

/** What an edit changes is not looked for further back. */
const MAX_STEPS = 400;
const MAX_PATH_CHARACTERS = 400_000;

/** The answers with blocks of code on the paths to some messages, the oldest first. */
const ancestorsSql = (places: number, characters: string): string => `
  WITH RECURSIVE walk (chat_key, start_id, id, parent_id, step, until) AS (
    SELECT chat_key, id, id, parent_id, 1,
      ${characters}(content) + ${ownCharacters('messages', characters)} FROM messages
     WHERE ${Array.from({ length: places }, () => '(chat_key = ? AND id = ?)').join(' OR ')}
    UNION ALL
    SELECT m.chat_key, walk.start_id, m.id, m.parent_id, step + 1,
           until + ${characters}(m.content) + ${ownCharacters('m', characters)}
      FROM walk JOIN messages m ON m.chat_key = walk.chat_key AND m.id = walk.parent_id
     WHERE step < ${MAX_STEPS} AND until < ${MAX_PATH_CHARACTERS}
  )
  SELECT walk.chat_key, walk.start_id, m.content, ${ownDetails('m')} AS own FROM walk
    JOIN messages m ON m.chat_key = walk.chat_key AND m.id = walk.id
   WHERE m.role = 'assistant' AND (m.content LIKE '%\`\`\`%' OR m.content LIKE '%~~~%' OR ${hasOwnVersions('m')})
     ORDER BY step DESC`;

const keyOf = ({ chatKey, messageId }: MessagePlace): string => `${chatKey} ${messageId}`;

const newestOf = (artifacts: readonly Artifact[]): readonly Artifact[] => [
  ...new Map(artifacts.map((artifact) => [artifact.id, artifact])).values(),
];

/** What the last of these answers changes. */
const editedBy = (path: readonly ReadableAnswer[]): readonly Artifact[] => {
  const blocks = readPath(path).at(-1)?.blocks ?? [];
  return blocks.flatMap(({ artifact, edit }) => (artifact && edit && !edit.failure ? [artifact] : []));
};

/** What stands in artifacts because of edits, found by reading the answers before them, and what the person wrote. */
export class SqlEditedArtifacts extends SqlStore {
  /**
   * The artifacts that each of these messages changed, as they were then, and those of which the person wrote a version
   * after it. One statement, none without an edit.
   */
  async list(messages: readonly SearchedMessage[]): Promise<(message: SearchedMessage) => readonly Artifact[]> {
    const edited = await this.readEdits(messages);
    return (message) => newestOf([...(edited.get(keyOf(message)) ?? []), ...ownArtifacts(message.own)]);
  }

  private async readEdits(messages: readonly SearchedMessage[]): Promise<ReadonlyMap<string, readonly Artifact[]>> {
    const edits = messages.filter(({ content }) => content.includes(EDIT_LANGUAGE));
    if (edits.length === 0) return new Map();
    const rows = await this.db.query<AncestorRow>(
      ancestorsSql(edits.length, this.db.dialect.charLength),
      edits.flatMap(({ chatKey, messageId }) => [chatKey, messageId]),
    );
    const paths = new Map<string, ReadableAnswer[]>();
    for (const { chat_key: chatKey, start_id: messageId, content, own } of rows) {
      const key = keyOf({ chatKey, messageId });
      const answer = { text: content, own: parseOwnVersions(own) };
      const path = paths.get(key);
      if (path) path.push(answer);
      else paths.set(key, [answer]);
    }
    return new Map([...paths].map(([key, path]) => [key, editedBy(path)]));
  }
}
