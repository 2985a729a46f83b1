/** Length of the header of a message, in octets. The question follows it. */
export const HEADER_BYTES = 12;

const MAX_NAME_BYTES = 255;
/** A pointer to the question's name, which is the name of most records. */
const POINTER_TO_QUESTION = 0xc000 | HEADER_BYTES;

/**
 * Maximum number of labels and pointers that are followed in one message: far more than an honest message has. A name
 * may have 127 of them, so that without a bound 16 KB of deep names would keep the thread busy for 26 ms.
 */
const MAX_STEPS = 2000;

/** The message is malformed or exceeds a bound. Reading past its end throws a RangeError of the DataView instead. */
export class MalformedMessage extends Error {}

/**
 * The text of each octet of a label: in lower case, and `\DDD` if no host name contains it, so that no octet reads as a
 * dot.
 */
const OCTET_TEXT = Array.from({ length: 256 }, (_, octet) => {
  const character = String.fromCharCode(octet);
  return /[\w-]/.test(character) ? character.toLowerCase() : `\\${String(octet).padStart(3, '0')}`;
});

/** A message that is being read, and the work that it may still cause. */
export interface Source {
  readonly view: DataView;
  /** The name of the question, once it is known to be in the message. */
  questionName: string;
  stepsLeft: number;
}

/** Starts reading a message. */
export const sourceOf = (message: Uint8Array): Source => ({
  view: new DataView(message.buffer, message.byteOffset, message.byteLength),
  questionName: '',
  stepsLeft: MAX_STEPS,
});

/** Finds the end of a name, without following pointers. */
export const skipName = ({ view }: Source, start: number): number => {
  let at = start;
  for (;;) {
    const length = view.getUint8(at);
    if (length >= 0xc0) return at + 2;
    if (length > 63) throw new MalformedMessage();
    at += length + 1;
    if (length === 0) return at;
  }
};

/** Reads a name, following compression (RFC 1035 §4.1.4). */
export const readName = (source: Source, start: number): string => {
  const { view } = source;
  let name = '';
  let at = start;
  let bytes = 1;
  // Each pointer must go further back than the last one, so that they cannot form a loop (RFC 1035 §4.1.4).
  let before = start;
  for (;;) {
    if (--source.stepsLeft < 0) throw new MalformedMessage();
    const length = view.getUint8(at);
    if (length >= 0xc0) {
      const pointer = view.getUint16(at);
      if (pointer === POINTER_TO_QUESTION && at === start && source.questionName !== '') return source.questionName;
      const target = pointer & 0x3fff;
      if (target >= before) throw new MalformedMessage();
      at = before = target;
    } else {
      if (length === 0) return name;
      bytes += length + 1;
      if (length > 63 || bytes > MAX_NAME_BYTES) throw new MalformedMessage();
      if (name !== '') name += '.';
      for (let octet = at + 1; octet <= at + length; octet++) name += OCTET_TEXT[view.getUint8(octet)] ?? '';
      at += length + 1;
    }
  }
};

/** Reads a name that must end at the end of its record. */
export const readLastName = (source: Source, start: number, recordEnd: number): string => {
  if (skipName(source, start) !== recordEnd) throw new MalformedMessage();
  return readName(source, start);
};
