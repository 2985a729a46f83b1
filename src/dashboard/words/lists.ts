/** Words of the pages of lists. */
import type { Status } from '../../protocol/index.js';
import type { List, ListStatus } from '../answers.js';
import { formatCount } from '../format.js';

const STATES: Record<ListStatus, string> = {
  pending: 'Waiting',
  processing: 'Being checked',
  completed: 'Finished',
  failed: 'Failed',
  cancelled: 'Stopped',
};

const PAUSED: Record<Exclude<List['paused_reason'], null>, string> = {
  no_worker: 'Nobody works on lists: no worker has been there for a minute. Lists go on when one is started.',
  dns_unavailable: 'Lists wait: the DNS does not answer. They go on by themselves when it does, and lose nothing.',
  smtp_unreachable:
    'Lists wait: no mail server can be reached; port 25 may be closed. They go on by themselves when it is open. After an hour, what is left ends as unknown, free of charge.',
};

const SECOND_UNITS = [
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** `about 3 h`, `about 5 min`, `about 20 s` */
const about = (seconds: number): string => {
  const [unit, name] = SECOND_UNITS.find(([length]) => seconds >= length) ?? [1, 's'];
  return `about ${Math.max(1, Math.round(seconds / unit))} ${name}`;
};

export const LISTS = {
  notAskedTitle: 'Mailboxes are not asked',
  notAskedLead:
    'This service looks up the domain of each address, and asks no mail server. A valid row says: The domain takes mail; the mailbox was not asked. Some such mailboxes are gone, and mail to them bounces.',
  askingNeeds: 'What asking for mailboxes needs',
  askingIsSet: 'The operator of this service turns it on, by the same settings of the server and of each worker:',
  askingNeedsEach: [
    ['SMTP_PROBE=on', 'Mail servers are asked for each mailbox. No mail is sent.'],
    ['SMTP_HELO', 'The name of the machine. It leads to its IP address, and the address back to it (reverse DNS).'],
    ['SMTP_FROM', 'An address of yours that takes mail, for MAIL FROM.'],
    ['Port 25', 'Open from the machine to the internet. Many hosting providers close it until they are asked.'],
  ] as const,
  doctorSays: 'says on the machine whether they fit.',
  probingPage: 'How mail servers are asked',
  probingUrl: 'https://github.com/email-verify-element/email-verify-element/blob/main/docs/service/probing.md',
  states: STATES,
  yourLists: 'Your lists',
  noLists: 'No lists yet. They appear here with the first upload.',
  listName: 'Name',
  countOf: (count: string, status: Status) => `${count} ${status}`,
  rows: 'Rows',
  state: 'State',
  uploaded: 'Uploaded',
  pages: (name: string) => `Pages of ${name}`,
  pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`,
  previous: 'Previous',
  next: 'Next',
  goTo: 'Go to page',
  go: 'Go',
  perPage: 'Rows on a page',

  // One list
  allLists: 'All lists',
  oneList: 'List',
  listTitle: (name: string, product: string) => `${name} · ${product}`,
  progress: 'Progress',
  doneOf: (done: string, all: number) => `${done} of ${formatCount(all, 'row', 'rows')}`,
  rate: (rows: string) => `${rows} a second`,
  timeLeft: (seconds: number) => `${about(seconds)} left`,
  waiting: 'It waits for its turn.',
  waitsFor: {
    dns: (rows: string) => `${rows} whose domain could not be looked up`,
    smtp: (rows: string) => `${rows} whose mail server could not be asked`,
    greylisted: (rows: string) => `${rows} whose mail server asked for patience`,
  },
  rowsOf: (count: number) => formatCount(count, 'row', 'rows'),
  askedAgain: (rows: string, time: string) => `Asked again from ${time}: ${rows}.`,
  pausedBecause: PAUSED,
  stale: 'The progress cannot be read now. It is tried again; the list goes on meanwhile.',
  started: (name: string) => `${name} is being checked.`,
  quarterSaid: (percent: number, name: string) => `${percent} % of ${name} are checked.`,
  endSaid: { completed: 'is finished', failed: 'has failed', cancelled: 'was stopped' } as const,
  listEnded: (name: string, how: string) => `${name} ${how}.`,
  duplicates: 'Duplicates',
  cost: 'Cost',
  costOf: (spent: number) => formatCount(spent, 'credit', 'credits'),
  stillReserved: (count: number) => `${formatCount(count, 'more is', 'more are')} set aside`,
  emailColumn: 'Addresses in',
  endedAt: 'Ended',
  deletedAt: 'Deleted on',
  whyFailed: (error: string) => `It failed: ${error}`,
  stop: 'Stop checking',
  stopTitle: (name: string) => `Stop checking “${name}”?`,
  stopLead: 'The results so far stay. Credits for the rest come back. It cannot go on later.',
  stopped: (name: string) => `“${name}” was stopped.`,
  deleteList: 'Delete the list',
  deleteListTitle: (name: string) => `Delete “${name}”?`,
  deleteListLead: 'Its rows and results are deleted for good. Download them before if you need them.',
  deleteRunningLead: 'It stops at once, and its rows and results are deleted for good. Credits for the rest come back.',
  listDeleted: (name: string) => `The list “${name}” was deleted.`,
  noVerdicts: 'No verdicts yet.',
  verdictsSaid: (parts: string) => `Verdicts: ${parts}`,
  bounceTitle: 'Projected bounces',
  bounceRange: (range: string) => `${range} of the addresses`,
  bounceTone: {
    good: 'will bounce: as few as mail services ask for.',
    doubtful:
      'will bounce. Leave out the invalid rows before you send, and send to risky and unknown ones in small parts, if at all.',
    bad: 'will bounce: more than mail services bear. Leave out the invalid rows before you send.',
  } as const,
  bounceOwn: (percent: string) =>
    percent === '100'
      ? 'By what became of your own mail.'
      : `By what became of your own mail, for ${percent} % of the addresses; the others by general ranges.`,
  bounceGeneral: 'By general ranges, the same for everybody: too little is known of your own mail.',
  bouncePart: 'So far: not all addresses have a verdict.',
  bounceScale: (end: string) =>
    `From 0 to ${end} %. The lines: below 2 %, mail services are content; from 5 % on, they stop senders.`,
  results: 'Results',
  filter: 'Show',
  all: 'All',
  download: 'Download',
  downloadOf: (kind: string, filter: string) => `Download ${filter} as ${kind}`,
  filterWords: {
    all: 'all rows',
    valid: 'valid rows',
    risky: 'risky rows',
    invalid: 'invalid rows',
    unknown: 'unknown rows',
  } satisfies Record<Status | 'all', string>,
  downloadEarly: 'Rows without a verdict yet are in the files too, with empty fields.',
  row: 'Row',
  reasons: 'Reasons',
  notYet: 'not yet',
  duplicateOf: (row: string) => `as row ${row}`,
  meant: (address: string) => `Did you mean ${address}?`,
  noRows: 'No rows.',
  searchTitle: 'Find an address',
  searchText: 'An address, or a part of one',
  search: 'Find',
  searchMore: 'Look further',
  foundIn: (found: number, seen: string, all: string | null) =>
    `${found === 0 ? 'No row' : formatCount(found, 'row', 'rows')} found${all === null ? '.' : `; looked through ${seen} of ${all}.`}`,
} as const;
