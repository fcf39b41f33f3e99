import { isRecord } from '../shared/schema.ts';

/** Descriptions of fields by path, such as `steps[].kind`. */
export type Descriptions = Readonly<Record<string, string>>;
type Json = Readonly<Record<string, unknown>>;

const describeAt = (json: unknown, prefix: string, descriptions: Descriptions): unknown => {
  if (!isRecord(json)) return json;
  const { properties, items, anyOf } = json;
  const described = isRecord(properties)
    ? Object.entries(properties).map(([name, field]) => {
        const path = prefix === '' ? name : `${prefix}.${name}`;
        const inner = describeAt(field, path, descriptions);
        return [name, path in descriptions && isRecord(inner) ? { ...inner, description: descriptions[path] } : inner];
      })
    : [];
  return {
    ...json,
    ...(isRecord(properties) ? { properties: Object.fromEntries(described) } : {}),
    ...(items === undefined ? {} : { items: describeAt(items, `${prefix}[]`, descriptions) }),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map((each: unknown) => describeAt(each, prefix, descriptions)) } : {}),
  };
};

/**
 * The JSON Schema with descriptions. They are not in the shared schemas themselves, because the page loads those and
 * nobody reads descriptions there.
 */
export const describeFields = (json: Json, descriptions: Descriptions): Json => {
  const described = describeAt(json, '', descriptions);
  return isRecord(described) ? described : json;
};

const under = (path: string, fields: Descriptions): Descriptions =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [`${path}.${name}`, text]));

/** For a list of the described objects. */
export const inList = (fields: Descriptions): Descriptions => under('[]', fields);

export const SOURCE_FIELDS: Descriptions = {
  id: 'Id of the source in this reply',
  title: 'Its title',
  url: 'Its address; empty for a file',
  snippet: 'The passage that was found',
  icon: 'Signed address of the site’s icon on this server',
  published: 'When the page was published, as YYYY-MM-DD; absent where that is not known',
};

export const IMAGE_FIELDS: Descriptions = {
  url: 'Address of the picture on its site, which the page never loads by itself',
  alt: 'What it shows',
  caption: 'Its caption',
  source: 'Address of the page it is from',
  preview: 'Signed address of the picture on this server',
};

export const QUESTION_FIELDS: Descriptions = {
  id: 'Id of the question',
  text: 'The question',
  category: 'What it does with the answer',
};

const STEP_FILE_FIELDS: Descriptions = {
  id: 'Id of the file, for `GET /api/ai/files/:id`',
  name: 'Its name',
  type: 'Its MIME type',
  size: 'Its bytes',
};

export const STEP_FIELDS: Descriptions = {
  id: 'Id of the step; a later one with the same id replaces it',
  kind: 'What is done',
  label: 'The same in words, in the present tense',
  target: 'The query, site or file; null: none',
  state: 'Whether it is running, waiting for an answer of the person, done or failed',
  output: 'The reason of a failure, or the output of code; null: none',
  code: 'The program that ran; null: none',
  language: 'Of the program; absent: JavaScript',
  files: 'What the program wrote, as files of the person; absent: nothing',
  ...under('files[]', STEP_FILE_FIELDS),
  call: 'The call of a tool of a connected server',
  'call.serverId': 'Id of the server',
  'call.server': 'Its name',
  'call.tool': 'Name of the tool',
  'call.title': 'The same for people',
  'call.arguments': 'The arguments, as JSON',
  question: 'What the reply waits for, or waited for',
  'question.id': 'Its id, for the answer',
  'question.kind': 'Whether the call is to be allowed, or a form of the server to be filled in',
  'question.message': 'What is asked',
  'question.expiresAt': 'When it is withdrawn, as ISO 8601',
  'question.outcome': 'What came of it; null: it is open',
  'question.schema': 'Fields of the form, as JSON Schema',
  progress: 'How far the call is',
  'progress.done': 'What is done, in units of the tool',
  'progress.total': 'Of how many; null: unknown',
  'progress.message': 'What it is doing; empty: nothing is said',
  parts: 'What the tool returned',
  'parts[].kind': 'What the part is',
  'parts[].text': 'The text, the JSON of data, or the name of a link or file',
  'parts[].url': 'Where a link leads, or the signed address of an image',
  'parts[].fileId': 'The file of the person that has the bytes',
  'parts[].mimeType': 'Type of a file or image',
};

export const CITATION_FIELDS: Descriptions = {
  checked: 'Sentences with a citation mark',
  supported: 'How many of them their source supports',
  marks: 'Every mark of the text in order',
  'marks[].index': 'Its number in the text, from 0',
  'marks[].source': 'The number of the cited source',
  'marks[].supported': 'Whether the source supports the sentence',
  'marks[].passage': 'The supporting part of the source',
  'marks[].sentence': 'The sentence of the passage that decides, where the passage has more',
  'marks[].closest': 'Of an unsupported mark: the sentence of the source that comes closest',
  'marks[].byModel': 'A model judged it; else the rules alone',
  'marks[].page': 'Of the source, counted from 1, where it is a document with pages',
};

export const CORRECTION_FIELDS: Descriptions = {
  at: 'Where the sentence began, in UTF-16 units of the text before all corrections',
  before: 'The sentence as it was',
  after: 'The sentence in its place',
};

export const INSTEAD_OF_FIELDS: Descriptions = {
  model: 'Id of the model that was asked',
  reason: 'Its messages of the day are used up, the account has none with it, or it failed',
  resetsAt: 'When there are messages with it again; null: never, or not known',
};

const OWN_VERSION_FIELDS: Descriptions = {
  id: 'Id of the version',
  artifactId: 'Id of the artifact',
  kind: 'What the artifact is',
  source: 'Its whole text',
  at: 'When it was saved, as ISO 8601',
};

const DOCUMENT_FIELDS: Descriptions = {
  title: 'Title of the document',
  time: 'When the reply ended',
  sections: 'Its parts in order',
  'sections[].kind': 'What the part is',
  'sections[].title': 'Its heading; null: none',
  'sections[].text': 'Its text, as Markdown',
  'sections[].collapsible': 'Closed at first',
  keyPoints: 'At most five key points',
  academicSummary: 'At most five sentences with citations, numbers or studies',
};

export const REPLY_DETAILS_FIELDS: Descriptions = {
  steps: 'The steps of an agent, in order',
  ...under('steps[]', STEP_FIELDS),
  thinking: 'Thoughts of the model, which are no part of the answer',
  sources: 'What the reply may cite, by position from 1',
  ...under('sources[]', SOURCE_FIELDS),
  images: 'Pictures that a search found',
  ...under('images[]', IMAGE_FIELDS),
  citations: 'The result of the citation check; null: not checked',
  ...under('citations', CITATION_FIELDS),
  corrections: 'Sentences that were changed after the citation check, in the order of the text',
  ...under('corrections[]', CORRECTION_FIELDS),
  document: 'The reply as a document; null: none',
  ...under('document', DOCUMENT_FIELDS),
  relatedQuestions: 'Questions that may be asked next',
  ...under('relatedQuestions[]', QUESTION_FIELDS),
  synthesis: 'A summary of the web sources, as Markdown; empty: none',
  insteadOf: 'The model that was asked, where another one answers; null: the asked one answers',
  ...under('insteadOf', INSTEAD_OF_FIELDS),
  ownVersions: 'Versions of artifacts that the person wrote after the reply, oldest first',
  ...under('ownVersions[]', OWN_VERSION_FIELDS),
};
