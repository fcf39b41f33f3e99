import type { uploadToChat } from '../../../../src/contract/files.ts';
import { readableFailure, type ApiFailure } from '../../../lib/api-error.ts';
import { api } from '../../../lib/api.ts';
import { newId } from '../../../lib/ids.ts';
import { storedText } from '../../../lib/stored-values.ts';
import { uploadForm } from '../../../lib/upload.ts';
import {
  attachmentsAdded,
  attachmentChanged,
  attachmentsRemoved,
  isPending,
  selectAttachments,
  type Attachment,
  type FileInfo,
} from '../../../state/attachments-slice.ts';
import { NEW_CHAT_DRAFT } from '../../../state/chat-slice.ts';
import { blockedFileSet } from '../../../state/files-slice.ts';
import type { RootState } from '../../../state/root-reducer.ts';
import { mustVerifyEmail, sessionExpired } from '../../../state/session-slice.ts';
import type { Thunk } from '../../../state/store.ts';
import { toastShown } from '../../../state/toast-slice.ts';
import { fileUploadingSet, subscriptionModalSet } from '../../../state/ui-slice.ts';
import { verificationOpened } from '../../../state/verification-slice.ts';
import { isAccepted, isImage, type FileLimits } from '../file-types.ts';
import { toBase64 } from '../../../lib/base64.ts';
import { formatFileSize } from '../../../lib/format-file-size.ts';
import { filesApi } from '../files-api.ts';
import { t } from '../attach-texts.ts';
import type { RefusedFiles } from './format-refusal.ts';

const UPLOAD_PATH: (typeof uploadToChat)['path'] = '/api/ai/upload';

interface PendingUpload {
  readonly file: File;
  /** Null: the session ended, and the upload waits for the next one of the same person. */
  readonly controller: AbortController | null;
}

/** The files of pending attachments, which are not serializable and so not in the store. */
const pendingUploads = new Map<string, PendingUpload>();

/** The chat whose text box is on the page. */
export const getCurrentDraftId = ({ chat }: RootState): string => chat.currentChatId ?? NEW_CHAT_DRAFT;

const createAttachment = ({ name, type, size }: File): Attachment => ({
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
  unsent: true,
  undescribed: false,
});

const findAttachment = ({ attachments }: RootState, key: string): Attachment | undefined =>
  Object.values(attachments.lists)
    .flat()
    .find((one) => one.key === key);

const updateUploadingFlag = (): Thunk => (dispatch, getState) => {
  const pending = Object.values(getState().attachments.lists).flat().filter(isPending);
  dispatch(fileUploadingSet(pending.some(({ key }) => pendingUploads.get(key)?.controller !== null)));
};

/** What the account's plan surely refuses is not sent at all. An override may lift it, so then the server is asked. */
const exceedsPlan = ({ session, flags }: RootState, file: File): boolean =>
  session.user?.tier === 'free' && !session.user.isAdmin && !flags.adminOverrideEnabled && !isImage(file);

type UploadedFile = Pick<FileInfo, 'id' | 'name' | 'type' | 'size'>;

/** The answer to an upload; the browser's own data for fields that it lacks. */
const parseUploadedFile = (body: Readonly<Record<string, unknown>>, { name, type, size }: File): UploadedFile => ({
  id: storedText(body, 'id') ?? '',
  name: storedText(body, 'name') ?? name,
  type: storedText(body, 'type') ?? type,
  size: typeof body['size'] === 'number' ? body['size'] : size,
});

/** Opens what a refused upload needs: sign-in, a plan, or a verified address. */
export const handleUploadFailure =
  ({ status, code }: Pick<ApiFailure, 'status' | 'code'>, name: string): Thunk =>
  (dispatch, getState) => {
    const { user } = getState().session;
    dispatch(blockedFileSet(code === 'SUBSCRIPTION_REQUIRED' ? name : null));
    if (status === 401) dispatch(sessionExpired());
    else if (code === 'SUBSCRIPTION_REQUIRED') dispatch(subscriptionModalSet(true));
    else if (code === 'EMAIL_VERIFICATION_REQUIRED')
      dispatch(user && mustVerifyEmail(user) ? verificationOpened() : api.util.invalidateTags(['Me']));
  };

const markFailed =
  (key: string, failure: Pick<ApiFailure, 'status' | 'code' | 'message'>): Thunk =>
  (dispatch, getState) => {
    dispatch(attachmentChanged({ key, state: 'failed', error: failure.message }));
    dispatch(handleUploadFailure(failure, findAttachment(getState(), key)?.name ?? ''));
  };

/** Requests a description of an image. The image stays attached without one. */
const describeImage =
  (key: string): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    const image = findAttachment(getState(), key);
    if (!image) return;
    const { id, name, type } = image;
    const body = { fileId: id, fileName: name.slice(0, 500), mimeType: type, analysisType: 'general' as const };
    const answer = await dispatch(filesApi.endpoints.processImage.initiate(body, { track: false }));
    // oxlint-disable-next-line no-console -- by the error catalogue this failure is logged and nothing else
    if (answer.error) console.warn('The image could not be described.', answer.error);
    const description = answer.data?.description ?? null;
    dispatch(
      attachmentChanged({ key, state: 'ready', visionDescription: description, undescribed: description === null }),
    );
  };

const markUploaded =
  (key: string, uploaded: UploadedFile): Thunk<Promise<void>> =>
  async (dispatch) => {
    pendingUploads.delete(key);
    dispatch(attachmentChanged({ key, ...uploaded, state: isImage(uploaded) ? 'describing' : 'ready', progress: 1 }));
    if (isImage(uploaded)) await dispatch(describeImage(key));
  };

/** An image is shown while its bytes travel. */
const showImage =
  (key: string, file: File): Thunk<Promise<void>> =>
  async (dispatch) => {
    if (isImage(file)) dispatch(attachmentChanged({ key, content: await toBase64(file) }));
  };

/** The file was sent with a token that is no longer good: it goes out again with the next one. */
const awaitSession =
  (key: string, file: File, token: string | null): Thunk =>
  (dispatch, getState) => {
    pendingUploads.set(key, { file, controller: null });
    if (getState().session.token === token) dispatch(sessionExpired());
    else dispatch(resumeUploads());
  };

const sendFile =
  (key: string, file: File, { signal }: AbortController): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    const form = new FormData();
    form.append('file', file, file.name);
    const { token } = getState().session;
    void dispatch(showImage(key, file));
    const outcome = await uploadForm({
      path: UPLOAD_PATH,
      form,
      token,
      signal,
      onProgress: (progress) => {
        dispatch(attachmentChanged({ key, progress }));
      },
    });
    if (signal.aborted) return;
    if (!outcome.ok && outcome.failure.status === 401) dispatch(awaitSession(key, file, token));
    else if (!outcome.ok) dispatch(markFailed(key, readableFailure(outcome.failure)));
    else await dispatch(markUploaded(key, parseUploadedFile(outcome.body, file)));
  };

/**
 * What is larger than `maxBytes` is surely refused, so it is not sent. A further try asks the server, since the plan
 * may be another by then.
 */
const uploadAttachment =
  (key: string, maxBytes = Infinity): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    const file = pendingUploads.get(key)?.file;
    if (!file) return;
    if (exceedsPlan(getState(), file)) {
      dispatch(markFailed(key, { status: 403, code: 'SUBSCRIPTION_REQUIRED', message: t('needsPlan') }));
      return;
    }
    if (file.size > maxBytes) {
      dispatch(
        markFailed(key, { status: 413, code: null, message: t('tooLarge', { size: formatFileSize(maxBytes) }) }),
      );
      return;
    }
    const controller = new AbortController();
    pendingUploads.set(key, { file, controller });
    dispatch(attachmentChanged({ key, state: 'uploading', progress: 0, error: null }));
    dispatch(updateUploadingFlag());
    await dispatch(sendFile(key, file, controller));
    dispatch(updateUploadingFlag());
  };

/** Goes on with what met the end of a session, once there is one of the same person. */
export const resumeUploads = (): Thunk => (dispatch, getState) => {
  const { session, attachments } = getState();
  if (session.user === null || session.user.uid !== attachments.ownerUid) return;
  for (const { key } of Object.values(attachments.lists).flat())
    if (pendingUploads.get(key)?.controller === null) void dispatch(uploadAttachment(key));
};

/** Says why some files were not taken. */
const explainRefusal =
  (refused: RefusedFiles): Thunk<Promise<void>> =>
  async (dispatch) => {
    const { formatRefusal } = await import('./format-refusal.ts');
    dispatch(toastShown('problem', formatRefusal(refused)));
  };

/** Attaches files to the next message of the current chat and uploads them. A toast says why some were not taken. */
export const attachFiles =
  (files: readonly File[], { maxPerMessage, maxFileSize }: FileLimits): Thunk =>
  (dispatch, getState) => {
    const chat = getCurrentDraftId(getState());
    const accepted = files.filter(({ name }) => isAccepted(name));
    const withinLimit = accepted.slice(0, Math.max(0, maxPerMessage - selectAttachments(chat)(getState()).length));
    if (withinLimit.length < files.length)
      void dispatch(explainRefusal({ files, taken: withinLimit.length, maxPerMessage }));
    const added = withinLimit.map((file) => ({ file, attachment: createAttachment(file) }));
    for (const { file, attachment } of added)
      pendingUploads.set(attachment.key, { file, controller: new AbortController() });
    dispatch(
      attachmentsAdded({
        chat,
        uid: getState().session.user?.uid ?? null,
        files: added.map(({ attachment }) => attachment),
      }),
    );
    for (const { attachment } of added) void dispatch(uploadAttachment(attachment.key, maxFileSize));
  };

/** Tries a failed upload once more. */
export const retryAttachment =
  (key: string): Thunk =>
  (dispatch) => {
    void dispatch(uploadAttachment(key));
  };

/** An upload that no message took gives its place back. Best effort: the File Manager lists what is left. */
const removeUnsent =
  (key: string): Thunk =>
  (dispatch, getState) => {
    const { id = '', unsent = false } = findAttachment(getState(), key) ?? {};
    if (unsent && id !== '') void dispatch(filesApi.endpoints.deleteFile.initiate(id, { track: false }));
  };

/** Takes files off the next message; uploads that run are given up. */
export const detachFiles =
  (keys: readonly string[]): Thunk =>
  (dispatch, getState) => {
    for (const key of keys) {
      dispatch(removeUnsent(key));
      pendingUploads.get(key)?.controller?.abort();
      pendingUploads.delete(key);
    }
    dispatch(attachmentsRemoved({ chat: getCurrentDraftId(getState()), keys }));
    dispatch(updateUploadingFlag());
  };
