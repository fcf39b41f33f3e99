import { type Artifact, chartOf } from './artifact.ts';
import { type FinalArtifact, type ReadableAnswer, readPath, replaceBlocks, writeArtifact } from './artifact-blocks.ts';
import { EDIT_LANGUAGE } from './artifact-edit.ts';
import { type ArtifactBlock, readArtifacts, withOwnVersions } from './artifact-reader.ts';
import type { ArtifactEdit } from './edit-run.ts';
import { ArtifactVersions } from './artifact-versions.ts';
import { CHART_LANGUAGE, type Chart } from './chart.ts';
import { describeChart, writeChartTable } from './chart-markdown.ts';
import { escapeMarkdown } from './escape-markdown.ts';

/** A block that only the chat can show as it is: data of a chart, or changes to what stands in another answer. */
export type OutsideBlock =
  | { readonly as: 'chart'; readonly artifact: Artifact; readonly chart: Chart }
  | { readonly as: 'changes'; readonly artifact: Artifact | undefined; readonly edit: ArtifactEdit };

/** What a block is to who reads the answer outside of the chat; null: code, as in the chat. */
export const outsideOf = ({ artifact, edit }: Pick<ArtifactBlock, 'artifact' | 'edit'>): OutsideBlock | null => {
  const chart = artifact && !edit?.failure ? chartOf(artifact) : undefined;
  if (artifact && chart) return { as: 'chart', artifact, chart };
  return edit ? { as: 'changes', artifact, edit } : null;
};

interface Form {
  /** A page draws charts; elsewhere they are tables. */
  readonly charts: 'block' | 'table';
  /** A line that names what was changed, or the whole text that the changes made. */
  readonly edits: 'name' | 'whole' | 'leave-out';
}

export const OUTSIDE_FORMS = {
  /** One answer as text: copied, or read by another program. */
  answer: { charts: 'table', edits: 'whole' },
  /** An answer of a conversation as text, which has its artifacts at the end. */
  conversation: { charts: 'table', edits: 'name' },
  /** One answer that a page of this product shows without those before it. */
  page: { charts: 'block', edits: 'whole' },
  /** What an answer says and makes itself, without what it changes. */
  own: { charts: 'block', edits: 'leave-out' },
  /** The same, as words to search. */
  words: { charts: 'table', edits: 'leave-out' },
} as const satisfies Readonly<Record<string, Form>>;

const FENCE = /`{3}|~{3}/;
const OUTSIDE_FENCE = new RegExp(`[\`~]{3}[ \\t]*(?:${CHART_LANGUAGE}|${EDIT_LANGUAGE})`, 'i');

const writeChart = (chart: Chart): string =>
  [
    ...(chart.title === '' ? [] : [`**${escapeMarkdown(chart.title)}**`]),
    `*${describeChart(chart)}*`,
    writeChartTable(chart),
  ].join('\n\n');

const nameOf = (artifact: Artifact | undefined, { id }: ArtifactEdit): string =>
  escapeMarkdown(artifact?.title || artifact?.id || id);

const writeChanges = ({ artifact, edit }: OutsideBlock & { readonly as: 'changes' }, form: Form): string | null => {
  if (edit.failure) return form.charts === 'block' ? null : `*Changes to “${nameOf(artifact, edit)}”, not applied*`;
  return form.edits === 'whole' && artifact ? writeArtifact(artifact) : `*Changes to “${nameOf(artifact, edit)}”*`;
};

const writeBlockAs =
  (form: Form) =>
  (block: ArtifactBlock): string | null => {
    if (block.edit && form.edits === 'leave-out') return '';
    const outside = outsideOf(block);
    if (outside?.as === 'changes') return writeChanges(outside, form);
    if (!outside || (form.charts === 'block' && !block.edit)) return null;
    return form.charts === 'block' ? writeArtifact(outside.artifact) : writeChart(outside.chart);
  };

/** An answer as it is read outside of the chat, and the artifacts after it. */
export const readOutside = ({ text, own }: ReadableAnswer, form: Form, before = new ArtifactVersions()) => {
  const read = FENCE.test(text) ? readArtifacts(text, before) : { blocks: [], own: [], versions: before };
  const { blocks, versions } = withOwnVersions(read, own);
  return { text: replaceBlocks(text, blocks, writeBlockAs(form)), versions };
};

/** An answer as it is read outside of the chat; what it changes stands in the earlier ones. */
export const writeOutside = (text: string, form: Form, earlier: readonly ReadableAnswer[] = []): string => {
  if (!OUTSIDE_FENCE.test(text)) return text;
  return replaceBlocks(text, readPath([...earlier, { text }]).at(-1)?.blocks ?? [], writeBlockAs(form));
};

/** The final artifacts that no answer has as a whole, as Markdown. */
export const writeEditedArtifacts = (final: readonly FinalArtifact[], heading = '###'): readonly string[] =>
  final.flatMap(({ artifact, isEdited, fileName }) => {
    const chart = chartOf(artifact);
    return isEdited ? [`${heading} ${fileName}`, chart ? writeChart(chart) : writeArtifact(artifact)] : [];
  });

/** The words of an artifact, to search them: those of a chart without the signs of its data. */
export const artifactWords = (artifact: Artifact): string => {
  const chart = chartOf(artifact);
  return chart ? writeChart(chart) : artifact.source;
};
