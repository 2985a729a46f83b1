/**
 * Measures a stranger with one, ten or a thousand networks for a day, at the defaults: the upstream calls that it
 * causes, and the people it harms. The built edge calls an HTTP server on loopback, in virtual time. People come to
 * sign up, each from another network; a person notices the stranger if a check has no valid verdict within a second.
 * `npm run bench edge-abuse`, after `npm run build`; takes some minutes. `ONLY="1 network"` picks rows by a part of
 * their text; with `CHALLENGE=off` nobody has to compute. Fails if one network or one IPv6 /48 makes 1 % of the people
 * notice: of all people of the day, or of those who come during the attack, at least 500.
 */
import { MINUTE_MS, simulateDay, type Day } from './edge/day.js';
import { easeWork } from './edge/page.js';
import type { Strategy } from './edge/stranger.js';
import { installVirtualTime } from './edge/virtual-time.js';
import { isNetworkIdle, SILENT_DOMAIN, SLOW_DOMAIN, startVirtualUpstream } from './edge/virtual-upstream.js';
import { table } from './table.js';

/** In the rush, except for slow domains: they harm a quiet site most. The pace of 100 ms is twice the upstream's rate. */
const STRATEGIES: Strategy[] = [
  { name: 'new addresses, 10 a second', domain: 'example.com', fromMs: 0, paceMs: 100 },
  { name: 'slow domains, 10 a second', domain: SLOW_DOMAIN, fromMs: 0, paceMs: 100 },
  { name: 'slow domains, 1 in 2 s', domain: SLOW_DOMAIN, fromMs: 10 * MINUTE_MS, paceMs: 2000 },
  { name: 'silent upstream, 10 a second', domain: SILENT_DOMAIN, fromMs: 0, paceMs: 100 },
  { name: 'silent upstream, 1 in 2 s', domain: SILENT_DOMAIN, fromMs: 10 * MINUTE_MS, paceMs: 2000 },
  { name: 'five checks a network', domain: 'example.com', fromMs: 0, paceMs: 100, perNetwork: 5 },
  { name: 'hoarded tokens, bursts', domain: 'example.com', fromMs: 0, paceMs: MINUTE_MS, atOnce: 120 },
];

const ipv4 = (n: number): string => `198.${18 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`;
/** The /64s of some /48s, which take turns. */
const ipv6 = (n: number, of48: number): string => `2001:db8:${n % of48}:${Math.floor(n / of48).toString(16)}::1`;
const of = (n: number, address: (i: number) => string): string[] => Array.from({ length: n }, (_, i) => address(i));
const STRANGERS = Object.entries({
  '1 network': of(1, ipv4),
  '10 networks': of(10, ipv4),
  '1,000 networks': of(1000, ipv4),
  '1 IPv6 /48': of(1000, (n) => ipv6(n, 1)),
  '10 IPv6 /48': of(1000, (n) => ipv6(n, 10)),
});

/**
 * The strangers that people must not notice. Their days are repeated with other people until `ENOUGH` came meanwhile.
 */
const UNNOTICED = ['1 network', '1 IPv6 /48'];
const ENOUGH = 500;

interface Row {
  stranger: string;
  networks: string[];
  strategy: Strategy;
}
const NOBODY: Row = {
  stranger: 'nobody',
  networks: [],
  strategy: { name: '', domain: '', fromMs: 0, paceMs: MINUTE_MS },
};
const only = process.env['ONLY'] ?? '';
const rows = [
  NOBODY,
  ...STRANGERS.flatMap(([stranger, networks]) => STRATEGIES.map((strategy): Row => ({ stranger, networks, strategy }))),
].filter(({ stranger, strategy }) => `${stranger}, ${strategy.name}`.includes(only));

const shareOf = ({ came, noticed }: Day['all']): number => (came ? noticed / came : 0);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

easeWork();
const time = installVirtualTime(isNetworkIdle);
const upstream = await startVirtualUpstream();
const cells: (string | number)[][] = [];
for (const { stranger, networks, strategy } of rows) {
  const { cost, workMs, all, meanwhile, overMs } = await simulateDay(time, upstream, networks, strategy);
  const mustBeUnnoticed = UNNOTICED.includes(stranger);
  for (let seed = 2; mustBeUnnoticed && meanwhile.came < ENOUGH; seed++) {
    const again = await simulateDay(time, upstream, networks, strategy, { seed, endMs: overMs });
    meanwhile.came += again.meanwhile.came;
    meanwhile.noticed += again.meanwhile.noticed;
  }
  const name = [stranger, strategy.name].filter(Boolean).join(', ');
  cells.push([
    name,
    cost,
    Math.round(workMs / 1000),
    meanwhile.came,
    percent(shareOf(meanwhile)),
    percent(shareOf(all)),
  ]);
  console.error(cells.at(-1)?.join('   '));
  if (mustBeUnnoticed && Math.max(shareOf(meanwhile), shareOf(all)) >= 0.01) process.exitCode = 1;
}
table(
  ['the stranger', 'calls paid for', 'seconds of work', 'people meanwhile', 'of them noticed', 'of all noticed'],
  cells,
);
upstream.end();
