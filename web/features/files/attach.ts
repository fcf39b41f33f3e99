import type { uploadToChat } from '../../../src/contract/files.ts';
import type { ApiFailure } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { newId } from '../../lib/ids.ts';
import { uploadForm } from '../../lib/upload.ts';
import {
  attached,
  attachmentChanged,
  detached,
  isUnderway,
  selectAttachments,
  type Attachment,
} from '../../state/attachments-slice.ts';
import { NEW_CHAT_DRAFT } from '../../state/chat-slice.ts';
import type { RootState } from '../../state/root.ts';
import { mustVerify, sessionLost } from '../../state/session-slice.ts';
import type { AppDispatch } from '../../state/store.ts';
import { toastShown } from '../../state/toast-slice.ts';
import { fileUploadingSet, subscriptionModalSet } from '../../state/ui-slice.ts';
import { verificationOpened } from '../../state/verification-slice.ts';
import { isAccepted, isImage, type FileLimits } from './accepted.ts';
import { bytesOf } from './bytes.ts';
import { sizeText } from './file-size.ts';
import { filesApi } from './files-api.ts';
import { keptFile, type Kept } from './kept-file.ts';
import { say } from './attach-texts.ts';

type Thunk<T = void> = (dispatch: AppDispatch, getState: () => RootState) => T;

const UPLOAD: (typeof uploadToChat)['path'] = '/api/ai/upload';

/** The files behind the attachments of this page: the store holds plain data only. Kept while an attachment may still be tried. */
const held = new Map<string, { readonly file: File; readonly stop: AbortController }>();

/** The chat whose text box is on the page. */
export const currentDraft = ({ chat }: RootState): string => chat.currentChatId ?? NEW_CHAT_DRAFT;

const attachmentOf = ({ name, type, size }: File): Attachment => ({
  key: newId(),
  id: '',
  name,
  type,
  size,
  content: null,
  visionDescription: null,
  state: 'uploading',
  progress: 0,
  error: null,
  permanent: false,
});

const findAttachment = ({ attachments }: RootState, key: string): Attachment | undefined =>
  Object.values(attachments.lists)
    .flat()
    .find((one) => one.key === key);

const tellUploading = (): Thunk => (dispatch, getState) => {
  dispatch(fileUploadingSet(Object.values(getState().attachments.lists).flat().some(isUnderway)));
};

/** What the account's plan surely refuses is not sent at all. An override may lift it, so then the server is asked. */
const isBeyondPlan = ({ session, flags }: RootState, file: File): boolean =>
  session.user?.tier === 'free' && !session.user.isAdmin && !flags.adminOverrideEnabled && !isImage(file);

/** What a refusal asks for besides its text. */
export const afterRefusal =
  ({ status, code }: Pick<ApiFailure, 'status' | 'code'>): Thunk =>
  (dispatch, getState) => {
    const { user } = getState().session;
    if (status === 401) dispatch(sessionLost());
    else if (code === 'SUBSCRIPTION_REQUIRED') dispatch(subscriptionModalSet(true));
    else if (code === 'EMAIL_VERIFICATION_REQUIRED')
      dispatch(user && mustVerify(user) ? verificationOpened() : api.util.invalidateTags(['Me']));
  };

const failed =
  (key: string, failure: Pick<ApiFailure, 'status' | 'code' | 'message'>): Thunk =>
  (dispatch) => {
    dispatch(attachmentChanged({ key, state: 'failed', error: failure.message }));
    dispatch(afterRefusal(failure));
  };

/** Lets a vision model look at an image that the server has. Without a description the image is kept all the same. */
const describe =
  (key: string): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    const image = findAttachment(getState(), key);
    if (!image) return;
    const { id, name, type } = image;
    const body = { fileId: id, fileName: name.slice(0, 500), mimeType: type, analysisType: 'general' as const };
    const answer = await dispatch(filesApi.endpoints.processImage.initiate(body, { track: false }));
    // eslint-disable-next-line no-console -- by the error catalogue this failure is logged and nothing else
    if (answer.error) console.warn('The image could not be described.', answer.error);
    dispatch(attachmentChanged({ key, state: 'ready', visionDescription: answer.data?.description ?? null }));
  };

const arrived =
  (key: string, kept: Kept): Thunk<Promise<void>> =>
  async (dispatch) => {
    held.delete(key);
    dispatch(attachmentChanged({ key, ...kept, state: isImage(kept) ? 'describing' : 'ready', progress: 1 }));
    if (isImage(kept)) await dispatch(describe(key));
  };

/** An image is shown while its bytes travel. */
const showImage =
  (key: string, file: File): Thunk<Promise<void>> =>
  async (dispatch) => {
    if (isImage(file)) dispatch(attachmentChanged({ key, content: await bytesOf(file) }));
  };

const send =
  (key: string, file: File, { signal }: AbortController): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    const form = new FormData();
    form.append('file', file, file.name);
    const { token } = getState().session;
    void dispatch(showImage(key, file));
    const outcome = await uploadForm({
      path: UPLOAD,
      form,
      token,
      signal,
      onProgress: (progress) => {
        dispatch(attachmentChanged({ key, progress }));
      },
    });
    if (signal.aborted) return;
    if (!outcome.ok) dispatch(failed(key, outcome.failure));
    else await dispatch(arrived(key, keptFile(outcome.body, file)));
  };

/** `largest` in bytes: what is surely refused is not sent. A further try asks the server, since the plan may be another by then. */
const upload =
  (key: string, largest = Infinity): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    const file = held.get(key)?.file;
    if (!file) return;
    if (isBeyondPlan(getState(), file)) {
      dispatch(failed(key, { status: 403, code: 'SUBSCRIPTION_REQUIRED', message: say('needsPlan') }));
      return;
    }
    if (file.size > largest) {
      dispatch(failed(key, { status: 413, code: null, message: say('tooLarge', { size: sizeText(largest) }) }));
      return;
    }
    const stop = new AbortController();
    held.set(key, { file, stop });
    dispatch(attachmentChanged({ key, state: 'uploading', progress: 0, error: null }));
    dispatch(tellUploading());
    await dispatch(send(key, file, stop));
    dispatch(tellUploading());
  };

const refusedNames = (files: readonly File[]): string | null => {
  const names = files.filter(({ name }) => !isAccepted(name)).map(({ name }) => name);
  return names.length === 0 ? null : say('notAccepted', { names: names.join(say('nameSeparator')) });
};

/** Attaches files to the next message of the shown chat and uploads them at once. What is not accepted is said and left out. */
export const attachFiles =
  (files: readonly File[], { maxPerMessage, maxFileSize }: FileLimits): Thunk =>
  (dispatch, getState) => {
    const chat = currentDraft(getState());
    const refused = refusedNames(files);
    if (refused !== null) dispatch(toastShown('problem', refused));
    const accepted = files.filter(({ name }) => isAccepted(name));
    const taken = accepted.slice(0, Math.max(0, maxPerMessage - selectAttachments(chat)(getState()).length));
    if (taken.length < accepted.length) dispatch(toastShown('problem', say('tooMany', { count: maxPerMessage })));
    const added = taken.map((file) => ({ file, attachment: attachmentOf(file) }));
    for (const { file, attachment } of added) held.set(attachment.key, { file, stop: new AbortController() });
    dispatch(
      attached({ chat, uid: getState().session.user?.uid ?? null, files: added.map(({ attachment }) => attachment) }),
    );
    for (const { attachment } of added) void dispatch(upload(attachment.key, maxFileSize));
  };

/** Tries a failed upload once more. */
export const retryAttachment =
  (key: string): Thunk =>
  (dispatch) => {
    void dispatch(upload(key));
  };

/** Takes files off the next message; uploads that run are given up. */
export const detachFiles =
  (keys: readonly string[]): Thunk =>
  (dispatch, getState) => {
    for (const key of keys) {
      held.get(key)?.stop.abort();
      held.delete(key);
    }
    dispatch(detached({ chat: currentDraft(getState()), keys }));
    dispatch(tellUploading());
  };
