/**
 * Compares the checks without network with other packages, over the same 10,000 mixed addresses in one run: time per
 * address, then what the disposable list costs to load and to keep.
 */
import { createRequire } from 'node:module';
import mailcheck from 'mailcheck';
import { classify, inspect, parseAddress, suggest } from '../src/address/index.js';
import { measureLists } from './address-lists.js';
import { peer } from './peers.js';
import { median, table } from './table.js';

const require = createRequire(import.meta.url);
// It has no types.
const validator = require('validator') as { isEmail: (text: string) => boolean };
const [isemail, hapi, mailchecker] = [peer('isemail'), peer('@hapi/address'), peer('mailchecker')];
const { validate: deepValidate } = peer('deep-email-validator');

const ADDRESSES = 10_000;
const ROUNDS = 15;

const locals = ['anna', 'j.doe', 'info', 'anna+shop', 'müller', 'first.last.name', 'a..b'];
const domains = [
  'gmail.com',
  'gmial.com',
  'harbour-shop.com',
  'yahoo.co.uk',
  'hotmail.con',
  'mailinator.com',
  'x',
  'web.de',
];
const addresses = Array.from(
  { length: ADDRESSES },
  (_, i) => `${locals[i % locals.length]}${i}@${domains[i % domains.length]}`,
);

/** The pattern of an input of type email (HTML, 4.10.5.1.5): about the minimum cost of a check. */
const HTML_EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

const each = (act: (address: string) => unknown) => () => {
  for (const address of addresses) act(address);
};

const OURS = 'ours: all together';
const PEER = 'deep-email-validator (syntax, typo, disposable)';

const contenders: Record<string, () => unknown> = {
  'HTML expression (a floor)': each((address) => HTML_EMAIL.test(address)),
  'ours: parse': each(parseAddress),
  'ours: parse, classify': each(classify),
  'ours: suggest': each(suggest),
  [OURS]: each(inspect),
  'validator isEmail': each((address) => validator.isEmail(address)),
  isemail: each((address) => isemail.validate(address)),
  '@hapi/address': each((address) => hapi.isEmailValid(address)),
  'mailchecker (syntax, disposable)': each((address) => mailchecker.isValid(address)),
  'mailcheck (typo)': each((address) => mailcheck.run({ email: address, suggested: () => true, empty: () => false })),
  // Its only interface is asynchronous.
  [PEER]: async () => {
    for (const email of addresses) await deepValidate({ email, validateMx: false, validateSMTP: false });
  },
};

const times = new Map(Object.keys(contenders).map((name) => [name, [] as number[]]));
// Interleaved, so that other load on the machine affects all alike.
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, run] of Object.entries(contenders)) {
    const started = performance.now();
    await run();
    times.get(name)?.push(((performance.now() - started) * 1e6) / ADDRESSES);
  }
}
const ours = median(times.get(OURS) ?? []);
table(
  ['', 'ns per address', 'against all of ours'],
  [...times].map(([name, figures]) => {
    const middle = median(figures);
    return [name, Math.round(middle), `${(middle / ours).toFixed(2)}×`];
  }),
);

console.log();
table(
  ['disposable list', 'names', 'load and first question, ms', 'memory, kB'],
  measureLists().map(({ name, names, ms, bytes }) => [name, names, ms.toFixed(1), Math.round(bytes / 1000)]),
);
