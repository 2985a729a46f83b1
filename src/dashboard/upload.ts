import { ApiError } from './api-error.js';
import { WORDS } from './words/index.js';

/** The longest silence before an upload is given up, in ms: neither bytes go nor an answer comes. */
const SILENCE_MS = 120_000;

export interface UploadOptions {
  headers: Record<string, string>;
  /** Breaks the upload off. */
  signal: AbortSignal;
  /** @param sent the part that was sent, from 0 to 1. */
  onProgress: (sent: number) => void;
}

/** An answer to an upload; `body` is null if it is no JSON. */
interface Answer {
  status: number;
  body: unknown;
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * Sends a form as multipart/form-data. The browser reads its file from the disk as it goes. XMLHttpRequest tells how
 * much was sent, which fetch does not.
 * @throws ApiError `offline` if the connection broke off or was silent; the signal's reason.
 */
export const sendForm = (
  url: string,
  form: FormData,
  { headers, signal, onProgress }: UploadOptions,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = (): void => {
      request.abort();
    };
    let silence = setTimeout(stop, SILENCE_MS);
    const listen = (): void => {
      clearTimeout(silence);
      silence = setTimeout(stop, SILENCE_MS);
    };
    const settle = (): void => {
      clearTimeout(silence);
      signal.removeEventListener('abort', stop);
    };
    const fail = (): void => {
      settle();
      reject(signal.aborted ? (signal.reason as Error) : new ApiError('offline', WORDS.uploadBroken));
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      listen();
      onProgress(total === 0 ? 0 : loaded / total);
    });
    request.addEventListener('load', () => {
      settle();
      resolve({ status: request.status, body: readJson(request.responseText) });
    });
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    signal.addEventListener('abort', stop);
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(form);
  });
