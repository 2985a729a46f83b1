/**
 * Odd servers. Each has ten mailboxes; none of them may end invalid, whoever asks, in whatever order. Names that it
 * does not know end as `mailbox_not_found` where that can be known.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { EXTENSIONS, type SmtpScript, type SmtpSession } from '../../support/smtp-server.js';
import { sample } from '../../support/whole.js';
import { setUp } from './setup.js';

const REAL = ['anna', 'j.doe', 'maria.lopez', 'k', 'w-li', 'tom_b', 'info', 'olga77', 'peter.van.dyk', 'sales'];
const UNKNOWN = ['nobody', 'x.y', 'gone', 'old.name', 'typo1', 'q', 'no-one', 'former.boss', 'test12', 'zz'];
const OK = '250 2.1.5 OK';
const NO = '550 5.1.1 User unknown';

const localOf = (recipient: string): string => recipient.slice(0, recipient.lastIndexOf('@'));
const isReal = (recipient: string): boolean => REAL.includes(localOf(recipient)) || localOf(recipient) === 'postmaster';
const honest = (recipient: string): string => (isReal(recipient) ? OK : NO);

/** Counts of one connection. */
const countsOf = (): ((session: SmtpSession) => { rcpts: number; refused: number; spoilt: boolean }) => {
  const counts = new WeakMap<SmtpSession, { rcpts: number; refused: number; spoilt: boolean }>();
  return (session) => {
    const known = counts.get(session) ?? { rcpts: 0, refused: 0, spoilt: false };
    counts.set(session, known);
    return known;
  };
};

interface Scene {
  what: string;
  /** A fresh server. */
  script: () => SmtpScript;
  /** The end of unknown names: all invalid, any verdict but valid, or nothing promised. */
  unknown: 'invalid' | 'not valid' | 'any';
  /** True when every real one must be found. */
  valid?: boolean;
  /** The time limit of a probe, in milliseconds; 30,000 by default. */
  timeoutMs?: number;
}

/** 5.1.1 for everybody after some unknown names of one connection, or of the client. */
const harvest = (threshold: number, per: 'connection' | 'client', refusal = NO): SmtpScript => {
  const of = countsOf();
  const client = { rcpts: 0, refused: 0, spoilt: false };
  return {
    rcpt: (recipient, session) => {
      const counts = per === 'client' ? client : of(session);
      if (counts.refused >= threshold) return refusal;
      if (!isReal(recipient)) counts.refused += 1;
      return honest(recipient);
    },
  };
};

const spoilt = (until: RegExp, after = 1): SmtpScript => {
  const of = countsOf();
  return {
    on: (command, session) => {
      if (until.test(command)) Object.assign(of(session), { refused: 0 });
      return undefined;
    },
    rcpt: (recipient, session) => {
      const counts = of(session);
      if (counts.refused >= after) return NO;
      if (!isReal(recipient)) counts.refused += 1;
      return honest(recipient);
    },
  };
};

/** Replies to a verb in its own way; the rest is honest. */
const replying = (
  verb: string,
  reply: (command: string, session: SmtpSession) => string | null | undefined,
): SmtpScript => ({
  rcpt: honest,
  on: (command, session) => (command.toUpperCase().startsWith(verb) ? reply(command, session) : undefined),
});

/** The n-th reply of a connection is given twice. */
const twice = (
  verb: string,
  reply: string | null,
  delayMs: number | null,
  extensions: readonly string[],
): SmtpScript => ({
  extensions,
  rcpt: honest,
  on: (command, { socket }) => {
    if (!command.startsWith(verb)) return undefined;
    const [, recipient = ''] = /<(.*)>/.exec(command) ?? [];
    const own = verb === 'RCPT' ? honest(recipient) : '250 2.0.0 OK';
    const more = reply ?? own;
    if (delayMs === null) return `${own}\r\n${more}`;
    setTimeout(() => socket.writable && socket.write(`${more}\r\n`), delayMs);
    return own;
  },
});

const PLAIN = EXTENSIONS.filter((one) => one !== 'PIPELINING');

const SCENES: Scene[] = [
  { what: 'an ordinary server', script: () => ({ rcpt: honest }), unknown: 'invalid', valid: true },
  {
    what: 'an ordinary server without PIPELINING',
    script: () => ({ rcpt: honest, extensions: PLAIN }),
    unknown: 'invalid',
    valid: true,
  },
  {
    what: 'a transaction spoilt by one refusal',
    script: () => spoilt(/^(RSET|EHLO)/),
    unknown: 'invalid',
    valid: true,
  },
  {
    what: 'a transaction spoilt by one refusal, until MAIL',
    script: () => ({ ...spoilt(/^MAIL/), extensions: PLAIN }),
    unknown: 'invalid',
    valid: true,
  },
  { what: 'a transaction spoilt by two', script: () => spoilt(/^RSET/, 2), unknown: 'invalid', valid: true },
  { what: 'a connection spoilt by one refusal', script: () => spoilt(/^EHLO/), unknown: 'not valid', valid: true },
  { what: 'a connection spoilt by three', script: () => spoilt(/^EHLO/, 3), unknown: 'not valid', valid: true },
  ...[1, 2, 3, 4, 6, 10, 20].flatMap((threshold): Scene[] => [
    {
      what: `harvest protection after ${threshold} of a connection`,
      script: () => harvest(threshold, 'connection'),
      unknown: 'not valid',
      valid: true,
    },
    {
      what: `harvest protection after ${threshold} of the client`,
      script: () => harvest(threshold, 'client'),
      unknown: 'not valid',
    },
  ]),
  {
    what: 'harvest protection by 5.2.1',
    script: () => harvest(2, 'client', '550 5.2.1 Mailbox disabled'),
    unknown: 'not valid',
  },
  {
    what: 'refuses everybody after eight RCPTs of a connection',
    script: () => {
      const of = countsOf();
      return { rcpt: (recipient, session) => (++of(session).rcpts > 8 ? NO : honest(recipient)) };
    },
    unknown: 'not valid',
    valid: true,
  },
  {
    what: 'refuses the fourth RCPT of a connection with 421',
    script: () => {
      const of = countsOf();
      return {
        rcpt: (recipient, session) => {
          if (++of(session).rcpts < 4) return honest(recipient);
          session.socket.end('421 4.7.0 Too many recipients\r\n');
          return null;
        },
      };
    },
    unknown: 'not valid',
  },
  {
    what: 'one RCPT a connection, then 452',
    script: () => {
      const of = countsOf();
      return {
        rcpt: (recipient, session) => (++of(session).rcpts > 1 ? '452 4.5.3 Too many recipients' : honest(recipient)),
      };
    },
    unknown: 'not valid',
    valid: true,
  },
  ...sample(
    ['RSET', 'MAIL', 'RCPT'].flatMap((verb) =>
      [EXTENSIONS, PLAIN].flatMap((extensions) =>
        [null, 1, 30].flatMap((delayMs) =>
          [null, OK, NO].map((reply): Scene => ({
            what: `${verb} answered twice, ${reply ?? 'the same'}, ${delayMs === null ? 'at once' : `after ${delayMs} ms`}, ${extensions === PLAIN ? 'without' : 'with'} PIPELINING`,
            script: () => twice(verb, reply, delayMs, extensions),
            // Two late ones that meet one transaction look like its own.
            unknown: delayMs === 30 ? 'any' : 'not valid',
          })),
        ),
      ),
    ),
    5,
  ),
  {
    what: 'a surplus reply just before the one to RCPT',
    script: () => replying('RCPT', (command) => `250 2.1.0 OK\r\n${honest(/<(.*)>/.exec(command)![1]!)}`),
    unknown: 'not valid',
  },
  {
    what: 'a surplus refusal just before the reply to RCPT, in packets of its own',
    script: () => ({
      ...replying('RCPT', (command, { socket }) => {
        socket.write(`${NO}\r\n`);
        setImmediate(() => socket.writable && socket.write(`${honest(/<(.*)>/.exec(command)![1]!)}\r\n`));
        return null;
      }),
      extensions: PLAIN,
    }),
    unknown: 'not valid',
  },
  { what: 'RSET refused', script: () => replying('RSET', () => '502 5.5.1 What?'), unknown: 'not valid', valid: true },
  {
    what: 'RSET closes the connection',
    script: () => replying('RSET', (_, { socket }) => (socket.end(), null)),
    unknown: 'not valid',
    valid: true,
  },
  {
    what: 'QUIT is not answered',
    script: () => replying('QUIT', (_, { socket }) => (socket.end(), null)),
    unknown: 'invalid',
    valid: true,
  },
  {
    what: 'QUIT gets 250',
    script: () => replying('QUIT', (_, { socket }) => (socket.end('250 Bye\r\n'), null)),
    unknown: 'invalid',
    valid: true,
  },
  {
    what: 'drops the connection at a refusal',
    script: () => ({
      rcpt: (recipient, { socket }) => {
        if (isReal(recipient)) return OK;
        socket.end(`${NO}\r\n`);
        return null;
      },
    }),
    unknown: 'not valid',
    valid: true,
  },
  {
    what: 'resets the connection at every fifth RCPT',
    script: () => {
      let count = 0;
      return {
        rcpt: (recipient, { socket }) => {
          if (++count % 5 > 0) return honest(recipient);
          socket.resetAndDestroy();
          return null;
        },
      };
    },
    unknown: 'not valid',
  },
  {
    what: '421 a moment after each refusal',
    script: () => ({
      rcpt: (recipient, { socket }) => {
        if (!isReal(recipient)) setTimeout(() => socket.writable && socket.end('421 4.7.0 Closing\r\n'), 3);
        return honest(recipient);
      },
    }),
    unknown: 'not valid',
  },
  {
    what: 'replies of several lines, with text between',
    script: () => ({
      rcpt: (recipient) =>
        isReal(recipient)
          ? '250-2.1.5 Welcome\r\n250-\r\n250 2.1.5 OK'
          : '550-5.1.1 The mailbox\r\n550-5.1.1 you look for\r\n550 5.1.1 does not exist',
    }),
    unknown: 'invalid',
    valid: true,
  },
  {
    what: 'a tarpit after three refusals of a connection',
    script: () => {
      const of = countsOf();
      return {
        rcpt: (recipient, session) => {
          const counts = of(session);
          if (!isReal(recipient)) counts.refused += 1;
          return counts.refused > 3 ? null : honest(recipient);
        },
      };
    },
    unknown: 'not valid',
    timeoutMs: 300,
  },
  {
    what: '251 for all real ones',
    script: () => ({ rcpt: (to) => (isReal(to) ? '251 2.1.5 Will forward' : NO) }),
    unknown: 'invalid',
    valid: true,
  },
  { what: '252 for all', script: () => ({ rcpt: () => '252 2.5.2 Cannot verify' }), unknown: 'not valid' },
  { what: 'a catch-all', script: () => ({}), unknown: 'not valid' },
  {
    what: 'a catch-all that refuses names of more than 20 letters',
    script: () => ({ rcpt: (to) => (localOf(to).length > 20 ? NO : OK) }),
    unknown: 'not valid',
  },
  {
    what: '554 at the greeting',
    script: () => ({ greeting: '554 5.7.1 No service', rcpt: honest }),
    unknown: 'not valid',
  },
  { what: '550 5.1.1 at MAIL', script: () => replying('MAIL', () => '550 5.1.1 User unknown'), unknown: 'not valid' },
  {
    what: '550 5.1.1 at the second MAIL of a connection',
    script: () => {
      const of = countsOf();
      return replying('MAIL', (_, session) => (++of(session).rcpts > 1 ? '550 5.1.1 User unknown' : undefined));
    },
    unknown: 'not valid',
    valid: true,
  },
  {
    what: 'STARTTLS that breaks off',
    script: () => ({
      extensions: [...EXTENSIONS, 'STARTTLS'],
      rcpt: honest,
      on: (command, { socket }) => (command === 'STARTTLS' ? (socket.end('220 Go\r\n'), null) : undefined),
    }),
    unknown: 'invalid',
    valid: true,
  },
  {
    what: 'no postmaster',
    script: () => ({ rcpt: (to) => (to.startsWith('postmaster@') ? NO : honest(to)) }),
    unknown: 'not valid',
    valid: true,
  },
  {
    what: 'knows nobody until it is warm',
    script: () => {
      let count = 0;
      return { rcpt: (to) => (++count <= 3 ? '451 4.3.0 Directory not ready' : honest(to)) };
    },
    unknown: 'not valid',
  },
];

const ORDERS: Record<string, string[]> = {
  'the real ones first': [...REAL, ...UNKNOWN],
  'the real ones last': [...UNKNOWN, ...REAL],
  mixed: REAL.flatMap((one, n) => [UNKNOWN[n]!, one]),
};

const check = (scene: Scene, found: Map<string, string[]>): void => {
  for (const [local, codes] of found) {
    const text = `${local}: ${codes.join() || 'valid'}`;
    const isInvalid = codes.some((code) => code === 'mailbox_not_found' || code === 'mailbox_disabled');
    if (REAL.includes(local)) {
      assert.ok(!isInvalid, text);
      if (scene.valid) assert.deepEqual(codes, [], text);
    } else if (scene.unknown === 'invalid') assert.ok(isInvalid, text);
    else if (scene.unknown === 'not valid') assert.ok(codes.length > 0, text);
  }
};

/**
 * The ways in which a scene is asked: from the null reverse path or another, in each order, at once or one after the
 * other. Outside CI a third of them.
 */
const WAYS = sample(
  ['', 'probe@verifier.test'].flatMap((from) =>
    Object.keys(ORDERS).flatMap((order) => [true, false].map((isTogether) => ({ from, order, isTogether }))),
  ),
  3,
);

describe('no mailbox ends invalid at a server:', () => {
  for (const scene of SCENES) {
    test.concurrent(scene.what, async (t) => {
      await Promise.all(
        WAYS.map(async ({ from, order, isTogether }) => {
          const { server, prober, probe } = await setUp(t, scene.script(), { from });
          const found = new Map<string, string[]>();
          const ask = async (local: string): Promise<void> => {
            found.set(local, await probe(`${local}@firm.org`, scene.timeoutMs ?? 30_000));
          };
          const locals = ORDERS[order]!;
          if (isTogether) await Promise.all(locals.map(ask));
          else for (const local of locals) await ask(local);
          try {
            check(scene, found);
          } catch (error) {
            (error as Error).message +=
              ` (from <${from}>, ${order}, ${isTogether ? 'at once' : 'one after the other'})`;
            throw error;
          }
          await prober.close();
          await eventually(() => server.open === 0);
        }),
      );
    });
  }
});
