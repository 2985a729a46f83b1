/** Uploads by a form: multipart/form-data (RFC 7578). */
import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { Refusal } from '../../../protocol/refusal.js';
import { readMediaType } from '../file/media-types.js';

/** The bounds of a form, besides its file. */
const LIMITS = { fields: 20, fieldNameSize: 100, fieldSize: 4096, files: 1, parts: 21, headerPairs: 20 };

/** A form whose file has begun. */
export interface Form {
  fields: Record<string, string>;
  name: string;
  /** The charset in the Content-Type of the file's part. */
  charset: string | undefined;
  /** The file. Throws a Refusal if the form ends early, or goes on with other than the file. */
  bytes: AsyncIterable<Uint8Array>;
}

/** Bytes of a form in which the head of its file is looked for: those of all other fields. */
const HEAD_BYTES = 131_072;

/** The charset in the head of the file's part, which the parser does not tell. */
const charsetOf = (start: string): string | undefined => {
  const at = start.search(/^content-disposition:[^\r\n]*\bname="?file"?/imu);
  if (at < 0) return undefined;
  const begin = start.lastIndexOf('\r\n--', at) + 1;
  const head = start.slice(begin, start.indexOf('\r\n\r\n', at) + 2);
  const type = /^content-type:\s*([^\r\n]*)\r$/imu.exec(head)?.[1];
  return type === undefined ? undefined : readMediaType(type).charset;
};

const malformed = (): Refusal => new Refusal('bad_request', 'The form is malformed, or ended before its last part.');

/**
 * Reads a form up to its file. The file is read as it comes, and never stored.
 * @throws Refusal `bad_request` for a malformed form, one without a file, or a field behind the file.
 */
export const readForm = (headers: Headers, bytes: AsyncIterable<Uint8Array>): Promise<Form> =>
  new Promise((resolve, reject) => {
    const fields: Record<string, string> = {};
    let file: Readable | undefined;
    const fail = (refusal: Refusal): void => {
      reject(refusal);
      file?.destroy(refusal);
      body.destroy();
    };
    let start = '';
    async function* watched(): AsyncGenerator<Uint8Array> {
      for await (const part of bytes) {
        if (file === undefined && start.length < HEAD_BYTES) start += Buffer.from(part).toString('latin1');
        yield part;
      }
    }
    const body = Readable.from(watched(), { objectMode: false });
    body.on('error', (error) => {
      fail(error instanceof Refusal ? error : malformed());
    });
    let form: InstanceType<typeof Busboy>;
    try {
      form = new Busboy({ headers: { 'content-type': headers.get('content-type') ?? '' }, limits: LIMITS });
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
        else resolve({ fields, name, charset: charsetOf(start), bytes: stream });
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
