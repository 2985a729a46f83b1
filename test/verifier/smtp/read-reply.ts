/** Reads replies as a prober that asks for Anna. */
import assert from 'node:assert/strict';
import { assess } from '../../../src/verifier/score.js';
import { classifyRcpt, type Finding } from '../../../src/verifier/smtp/classify.js';
import { ReplyParser } from '../../../src/verifier/smtp/reply.js';

export const ANNA = 'anna.smith@firm.org';
export const SELF = { from: 'probe@verifier.test', helo: 'probe.verifier.test' };

export const classify = (text: string, address = ANNA, self = SELF, notFound?: RegExp): Finding => {
  const [reply] = new ReplyParser().push(Buffer.from(`${text}\r\n`));
  assert.ok(reply, text);
  return classifyRcpt(reply, address, notFound, self);
};

export const isInvalid = (finding: Finding): boolean => finding !== 'exists' && assess([finding]).status === 'invalid';
