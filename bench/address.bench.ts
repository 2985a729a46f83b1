/** Compares the checks without network over 10,000 mixed addresses: time per address, all in one run. */
import mailcheck from 'mailcheck';
import { classify, parseAddress, suggest } from '../src/address/index.js';
import { median, table } from './table.js';

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

/** The part of mailcheck that our types do not declare. */
interface Whole {
  run: (options: { email: string; suggested: () => unknown; empty: () => unknown }) => unknown;
}

const contenders: Record<string, (address: string) => unknown> = {
  'HTML expression (a floor)': (address) => HTML_EMAIL.test(address),
  'ours: parse': parseAddress,
  'ours: parse, lists': classify,
  'ours: suggest': suggest,
  'mailcheck 1.1.1': (address) =>
    (mailcheck as unknown as Whole).run({ email: address, suggested: () => true, empty: () => false }),
};

const times = new Map(Object.keys(contenders).map((name) => [name, [] as number[]]));
// Interleaved, so that other load on the machine affects all alike.
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, act] of Object.entries(contenders)) {
    const started = performance.now();
    for (const address of addresses) act(address);
    times.get(name)?.push(((performance.now() - started) * 1e6) / ADDRESSES);
  }
}
const peer = median(times.get('mailcheck 1.1.1') ?? []);
table(
  ['', 'ns per address', 'against mailcheck'],
  [...times].map(([name, figures]) => {
    const middle = median(figures);
    return [name, Math.round(middle), `${(middle / peer).toFixed(2)}×`];
  }),
);
