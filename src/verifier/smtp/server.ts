import type { Answer, Question } from './question.js';
import type { Session } from './session.js';

/** A session that is being opened. */
export interface Opening {
  abort(reason: Error): void;
}

/** One address of a mail host: the questions that wait for it, and its sessions. */
export class MailServer {
  readonly address: string;
  /** The name under which it was found. */
  readonly host: string;
  readonly waiting = new Set<Question>();
  readonly sessions = new Set<Session>();
  readonly openings = new Set<Opening>();
  /** By `performance.now()`: no session is opened before. */
  #opensAt = -Infinity;

  constructor(host: string, address: string) {
    this.host = host;
    this.address = address;
  }

  /** How many waiting questions its open sessions have room for. */
  get room(): number {
    let room = 0;
    for (const session of this.sessions) room += session.room;
    return Math.min(room, this.waiting.size);
  }

  /**
   * True when more questions wait than the sessions, open or opening, have room for.
   * @param perSession how many a new one is expected to take.
   */
  wantsSession(perSession: number): boolean {
    return this.waiting.size > this.room + this.openings.size * perSession;
  }

  /** True when a session may be opened now: the first one always. */
  get mayOpen(): boolean {
    return this.sessions.size === 0 || performance.now() >= this.#opensAt;
  }

  /** True after a failed TLS handshake: the next session goes without. Lasts as long as somebody waits or a session is open. */
  isPlaintext = false;

  /** Makes do with the sessions that are open, for a while. */
  makeDo(ms: number): void {
    this.#opensAt = performance.now() + ms;
  }

  /** Nothing waits, nothing is open. */
  get isQuiet(): boolean {
    return this.waiting.size === 0 && this.sessions.size === 0 && this.openings.size === 0;
  }

  /** Sends up to `turns` of the waiting questions, oldest first. @returns how many. */
  send(turns: number): number {
    let left = turns;
    for (const session of this.sessions) {
      const count = Math.min(left, session.room);
      if (count <= 0) continue;
      const batch: Question[] = [];
      for (const question of this.waiting) {
        if (batch.length === count) break;
        batch.push(question);
      }
      for (const question of batch) this.waiting.delete(question);
      const [able, unable] = [batch.filter((one) => fits(one, session)), batch.filter((one) => !fits(one, session))];
      for (const question of unable) settle(question, { failure: 'smtp_unavailable' });
      if (able.length > 0) session.send(able);
      left -= batch.length;
    }
    return turns - left;
  }

  /** Nobody waits for the question any more. */
  abandon(question: Question): void {
    question.done = true;
    if (this.waiting.delete(question)) {
      if (this.waiting.size > 0) return;
      for (const opening of this.openings) opening.abort(new Error('Nobody waits for the session'));
    } else for (const session of this.sessions) session.abandon();
  }

  /** Ends everything. */
  close(): void {
    for (const opening of this.openings) opening.abort(new Error('The prober was closed'));
    for (const session of this.sessions) session.close();
    this.fail({ failure: 'smtp_unavailable' });
  }

  /** Answers all waiting questions alike. */
  fail(answer: Answer): void {
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const question of waiting) settle(question, answer);
  }
}

/** A server without SMTPUTF8 cannot take such an address. It may be another one of its kind that can. */
const fits = ({ utf8 }: Question, { takesUtf8 }: Session): boolean => !utf8 || takesUtf8;

/** Answers a question, once. */
export const settle = (question: Question, answer: Answer): void => {
  if (question.done) return;
  question.done = true;
  question.answer(answer);
};
