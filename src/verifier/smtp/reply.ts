/** A reply of an SMTP server, of one line or several (RFC 5321 §4.2). */
export interface Reply {
  /** 200 to 599. If the lines have different codes, that of the last line. */
  code: number;
  /** The enhanced status code (RFC 2034, RFC 3463), such as `5.1.1`; null if there is none. */
  enhanced: string | null;
  /** The text of each line, after code and separator. */
  lines: readonly string[];
}

/** The server's bytes are not SMTP, or too many. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

/**
 * RFC 5321 §4.5.3.1.5 allows 512 octets a line; real servers send more. These bounds limit the memory that a hostile
 * server can take.
 */
const MAX = { lineBytes: 8192, lines: 200, replyBytes: 65_536 } as const;

const LF = 0x0a;
const CR = 0x0d;

const LINE = /^([2-5]\d\d)(?:([ -])([^]*))?$/;

/**
 * A code at the start of a text, or marked by `#`, as by qmail and IronPort: `(#5.1.1)`. Four numbers are an IP
 * address.
 */
const ENHANCED = /(?:^[\s:([]*|#)([245]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/;

const findEnhanced = (lines: readonly string[]): string | null => {
  for (const line of lines) {
    const found = ENHANCED.exec(line)?.[1];
    if (found !== undefined) return found;
  }
  return null;
};

/**
 * Reads replies from the chunks of a connection. It keeps at most one incomplete reply: 8 kB a line, 200 lines and 64
 * kB a reply.
 */
export class ReplyParser {
  #rest = Buffer.alloc(0);
  #lines: string[] = [];
  #bytes = 0;

  /**
   * Reads a chunk.
   * @returns the replies that are complete now.
   * @throws ProtocolError if the bytes cannot be part of a reply, or exceed a bound.
   */
  push(chunk: Buffer): Reply[] {
    const replies: Reply[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      const piece = chunk.subarray(start, end);
      const reply = this.#takeLine(this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : piece);
      this.#rest = this.#rest.subarray(0, 0);
      if (reply) replies.push(reply);
      start = end + 1;
    }
    if (this.#rest.length + chunk.length - start > MAX.lineBytes) throw new ProtocolError('The reply line is too long');
    // A copy: a slice would keep the whole chunk in memory.
    this.#rest = Buffer.concat([this.#rest, chunk.subarray(start)]);
    return replies;
  }

  #takeLine(bytes: Buffer): Reply | null {
    if (bytes.length > MAX.lineBytes) throw new ProtocolError('The reply line is too long');
    const end = bytes.at(-1) === CR ? bytes.length - 1 : bytes.length;
    const [, code, separator, text = ''] = LINE.exec(bytes.toString('utf8', 0, end)) ?? [];
    if (code === undefined) throw new ProtocolError('The reply is not SMTP');
    this.#lines.push(text);
    this.#bytes += bytes.length;
    if (this.#lines.length > MAX.lines || this.#bytes > MAX.replyBytes)
      throw new ProtocolError('The reply is too long');
    if (separator === '-') return null;
    const lines = this.#lines;
    this.#lines = [];
    this.#bytes = 0;
    return { code: Number(code), enhanced: findEnhanced(lines), lines };
  }
}
