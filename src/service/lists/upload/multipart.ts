/** Uploads by a form: multipart/form-data (RFC 7578). */
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { Busboy } from '@fastify/busboy';
import { Refusal } from '../../../protocol/refusal.js';

/** The bounds of a form, besides its file. */
const LIMITS = { fields: 20, fieldNameSize: 100, fieldSize: 4096, files: 1, parts: 21, headerPairs: 20 };

/** A form whose file has begun. */
export interface Form {
  fields: Record<string, string>;
  name: string;
  /** The file. Throws a Refusal if the form ends early, or goes on with other than the file. */
  bytes: AsyncIterable<Uint8Array>;
}

const malformed = (): Refusal => new Refusal('bad_request', 'The form is malformed, or ended before its last part.');

/**
 * Reads a form up to its file. The file is read as it comes, and never stored.
 * @throws Refusal `bad_request` for a malformed form, one without a file, or a field behind the file.
 */
export const readForm = (request: Request): Promise<Form> =>
  new Promise((resolve, reject) => {
    const fields: Record<string, string> = {};
    let file: Readable | undefined;
    const fail = (refusal: Refusal): void => {
      reject(refusal);
      file?.destroy(refusal);
      body.destroy();
    };
    const body = Readable.fromWeb(request.body as NodeStream<Uint8Array>);
    body.on('error', () => {
      fail(malformed());
    });
    let form: InstanceType<typeof Busboy>;
    try {
      form = new Busboy({ headers: { 'content-type': request.headers.get('content-type') ?? '' }, limits: LIMITS });
    } catch {
      fail(malformed());
      return;
    }
    form
      .on('field', (name, value, nameCut, valueCut) => {
        if (file !== undefined)
          fail(new Refusal('bad_request', `Send the field ${name.slice(0, 40)} before the file, or in the query.`));
        else if (nameCut || valueCut)
          fail(new Refusal('bad_request', `A field has at most ${LIMITS.fieldSize} bytes.`));
        else fields[name] = value;
      })
      .on('file', (part, stream, name) => {
        file = stream;
        stream.on('error', () => undefined);
        if (part !== 'file') fail(new Refusal('bad_request', 'The file must be the part with the name file.'));
        else resolve({ fields, name, bytes: stream });
      })
      .on('filesLimit', () => {
        fail(new Refusal('bad_request', 'Send one file at a time.'));
      })
      .on('partsLimit', () => {
        fail(new Refusal('bad_request', `A form has at most ${LIMITS.parts} parts.`));
      })
      .on('error', () => {
        fail(malformed());
      })
      .on('finish', () => {
        if (file === undefined)
          fail(new Refusal('bad_request', 'The form has no file: send it as the part with the name file.'));
      });
    body.pipe(form);
  });
