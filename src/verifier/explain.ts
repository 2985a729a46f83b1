import { SUB_STATUSES, type SubStatus, type ValidationResult } from '../protocol/index.js';
import { assess, meaningOf, scoreLines, type ScoreLine } from './score.js';

/**
 * The parts of a check, each with an answer from a source of its own: the text (syntax, lists), the DNS, the mail
 * server.
 */
export const PARTS = ['address', 'domain', 'mailbox'] as const;
export type Part = (typeof PARTS)[number];

/**
 * The answers to each part. `unknown`: it was tried, and not found out. `not_asked`: nobody was asked, because there was
 * nobody to ask, or the mail server is not asked here.
 */
export const ANSWERS = {
  address: ['well_formed', 'typo', 'disposable', 'not_an_address', 'unknown'],
  domain: ['takes_mail', 'takes_no_mail', 'unknown', 'not_asked'],
  mailbox: ['exists', 'full', 'disabled', 'not_found', 'unknown', 'not_asked'],
} as const satisfies Record<Part, readonly string[]>;

/**
 * The confidence in an answer. `certain`: the source itself says so (the grammar, the domain's DNS, its mail server);
 * `likely`: lists or rules say so that are usually right; `possible`: one sign alone says so; `unknown`: there is no
 * answer, that is, it is `unknown` or `not_asked`.
 */
export const CONFIDENCES = ['certain', 'likely', 'possible', 'unknown'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** The answer to one part of a check. */
export interface Answer<P extends Part = Part> {
  /** One of {@link ANSWERS}. */
  answer: (typeof ANSWERS)[P][number];
  /** One of {@link CONFIDENCES}. */
  confidence: Confidence;
  /** The codes behind the answer, most telling first. */
  codes: SubStatus[];
  /** In plain words. */
  meaning: string;
}

/** A result, explained. */
export interface Explanation {
  /** In a sentence or two, such as `The domain takes mail; the mailbox was not asked.` */
  summary: string;
  /** The syntax and the kind of the address. */
  address: Answer<'address'>;
  /** The domain, by its DNS. */
  domain: Answer<'domain'>;
  /** The mailbox, by the domain's mail server. */
  mailbox: Answer<'mailbox'>;
  /** The effect of each code on the score, in the order of the result. */
  score: ScoreLine[];
}

/**
 * The part that each code is about; `rule`: a rule for the address, which stands with it and answers nothing; `service`:
 * the circumstances of the check, which are behind whatever it left open.
 */
const PART_OF: Record<SubStatus, Part | 'rule' | 'service'> = {
  denied: 'rule',
  denied_risky: 'rule',
  allowed: 'rule',
  syntax_error: 'address',
  smtputf8_required: 'address',
  domain_not_found: 'domain',
  no_mail_server: 'domain',
  null_mx: 'domain',
  implicit_mx: 'domain',
  reserved_domain: 'domain',
  dns_timeout: 'domain',
  dns_error: 'domain',
  mailbox_not_found: 'mailbox',
  mailbox_full: 'mailbox',
  mailbox_disabled: 'mailbox',
  catch_all: 'mailbox',
  greylisted: 'mailbox',
  smtp_timeout: 'mailbox',
  smtp_unavailable: 'mailbox',
  smtp_blocked: 'mailbox',
  smtp_not_checked: 'mailbox',
  bounced: 'mailbox',
  bounced_before: 'mailbox',
  complained: 'mailbox',
  delivered: 'mailbox',
  disposable: 'address',
  disposable_host: 'address',
  possible_disposable: 'address',
  relay: 'address',
  role_account: 'address',
  free_provider: 'address',
  subaddress: 'address',
  possible_typo: 'address',
  upstream_timeout: 'service',
  upstream_error: 'service',
  out_of_credits: 'service',
  rate_limited: 'service',
};

/** The answer of each code that decides its part, the most telling first. */
type Deciding<P extends Part> = readonly (readonly [
  code: SubStatus,
  answer: Answer<P>['answer'],
  confidence: Confidence,
])[];

const ADDRESS: Deciding<'address'> = [
  ['syntax_error', 'not_an_address', 'certain'],
  ['disposable', 'disposable', 'likely'],
  ['possible_typo', 'typo', 'likely'],
  ['disposable_host', 'disposable', 'possible'],
  ['possible_disposable', 'disposable', 'possible'],
];

const DOMAIN: Deciding<'domain'> = [
  ['domain_not_found', 'takes_no_mail', 'certain'],
  ['no_mail_server', 'takes_no_mail', 'certain'],
  ['null_mx', 'takes_no_mail', 'certain'],
  ['reserved_domain', 'takes_no_mail', 'certain'],
  ['dns_timeout', 'unknown', 'unknown'],
  ['dns_error', 'unknown', 'unknown'],
];

const MAILBOX: Deciding<'mailbox'> = [
  ['bounced', 'not_found', 'likely'],
  ['mailbox_not_found', 'not_found', 'certain'],
  ['mailbox_disabled', 'disabled', 'certain'],
  ['mailbox_full', 'full', 'certain'],
  ['delivered', 'exists', 'likely'],
  ['catch_all', 'unknown', 'unknown'],
  ['greylisted', 'unknown', 'unknown'],
  ['smtp_timeout', 'unknown', 'unknown'],
  ['smtp_unavailable', 'unknown', 'unknown'],
  ['smtp_blocked', 'unknown', 'unknown'],
  ['smtp_not_checked', 'not_asked', 'unknown'],
];

/** Codes with which the mail server has said nothing, so that only the DNS speaks for the domain. */
const SILENT: readonly SubStatus[] = ['smtp_timeout', 'smtp_unavailable', 'smtp_not_checked'];

/** The codes of a result by the part that they are about. */
type Behind = Record<Part | 'rule' | 'service', SubStatus[]>;

const sortCodes = (known: readonly SubStatus[]): Behind => {
  const about = (part: keyof Behind): SubStatus[] => known.filter((code) => PART_OF[code] === part);
  return {
    address: about('address'),
    domain: about('domain'),
    mailbox: about('mailbox'),
    rule: about('rule'),
    service: about('service'),
  };
};

/** No answer. */
const without = <A extends 'unknown' | 'not_asked'>(answer: A, codes: SubStatus[], meaning: string) => ({
  answer,
  confidence: 'unknown' as const,
  codes,
  meaning,
});

/** The answer of the first code that decides a part; null if none does. */
const decide = <P extends Part>(codes: SubStatus[], deciding: Deciding<P>): Answer<P> | null => {
  const found = deciding.find(([code]) => codes.includes(code));
  if (found === undefined) return null;
  const [code, answer, confidence] = found;
  return { answer, confidence, codes, meaning: meaningOf(code) };
};

/** The answer to a part that the check did not come to, because of its circumstances; null if it came to all. */
const leftOpen = ({ service: [code, ...more] }: Behind) =>
  code === undefined ? null : without('unknown', [code, ...more], meaningOf(code));

const addressAnswer = (behind: Behind): Answer<'address'> => {
  const { address, domain, mailbox, rule } = behind;
  const isOpen = address.length + domain.length + mailbox.length === 0;
  const answer: Answer<'address'> = decide(address, ADDRESS) ??
    (isOpen ? leftOpen(behind) : null) ?? {
      answer: 'well_formed',
      confidence: 'certain',
      codes: address,
      meaning: 'written as an address should be',
    };
  return { ...answer, codes: [...rule, ...answer.codes] };
};

/** The confidence in a domain of which neither the DNS nor the mail server says that it takes no mail. */
const domainConfidence = ({ domain, mailbox }: Behind): Confidence => {
  if (!mailbox.some((code) => SILENT.includes(code))) return 'certain';
  const isImplicit = domain.includes('implicit_mx');
  if (mailbox.includes('smtp_not_checked')) return isImplicit ? 'likely' : 'certain';
  return isImplicit ? 'possible' : 'likely';
};

/** @param mxRecord that of the result; undefined: it is not known. */
const domainAnswer = (behind: Behind, mxRecord: string | undefined): Answer<'domain'> => {
  const { address, domain, mailbox, rule, service } = behind;
  const decided = decide(domain, DOMAIN);
  if (decided !== null) return decided;
  if (rule.includes('denied') && mxRecord === '' && service.length === 0)
    return without('not_asked', domain, 'a rule denies the address, whatever the DNS says');
  if (domain.length + mailbox.length === 0) {
    if (address.includes('syntax_error')) return without('not_asked', [], 'there is no domain to ask');
    const open = leftOpen(behind);
    if (open !== null) return open;
  }
  return {
    answer: 'takes_mail',
    confidence: domainConfidence(behind),
    codes: domain,
    meaning: domain.includes('implicit_mx')
      ? meaningOf('implicit_mx')
      : 'the domain takes mail: it names a mail server',
  };
};

const mailboxAnswer = (behind: Behind, { answer: domain }: Answer<'domain'>): Answer<'mailbox'> => {
  const decided = decide(behind.mailbox, MAILBOX);
  if (decided !== null) return decided;
  const open = domain === 'takes_mail' || domain === 'unknown' ? leftOpen(behind) : null;
  if (open !== null) return { ...open, codes: [...behind.mailbox, ...open.codes] };
  if (domain !== 'takes_mail')
    return without('not_asked', behind.mailbox, 'no mail server was found that could be asked');
  // The rule may have lifted `catch_all`.
  if (behind.rule.includes('allowed'))
    return { answer: 'exists', confidence: 'likely', codes: behind.mailbox, meaning: meaningOf('allowed') };
  return {
    answer: 'exists',
    confidence: 'certain',
    codes: behind.mailbox,
    meaning: 'the mail server accepts mail for it',
  };
};

type Answers = Pick<Explanation, Part>;

const mailboxText = ({ domain, mailbox }: Answers): string => {
  if (domain.answer === 'not_asked' && mailbox.answer === 'not_asked')
    return 'Neither the DNS nor a mail server was asked.';
  const domainText = `The domain ${domain.confidence === 'certain' ? '' : 'probably '}takes mail`;
  switch (mailbox.answer) {
    case 'exists':
      return 'Mail can be delivered.';
    case 'full':
      return 'Mail bounces today: the mailbox is full.';
    case 'not_asked':
      return `${domainText}; the mailbox was not asked.`;
    default:
      return `${domainText}; whether the mailbox exists is not known.`;
  }
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const summaryOf = (codes: readonly SubStatus[], answers: Answers): string => {
  const denial = codes.find((code) => code === 'denied' || code === 'denied_risky');
  if (denial !== undefined) {
    const others = codes.filter((code) => code !== denial);
    return `${capital(meaningOf(denial))}. ${summaryOf(others, answers)}`;
  }
  const { status } = assess(codes);
  if (status === 'invalid') return 'Mail cannot be delivered.';
  if (status === 'unknown') return 'It could not be found out whether mail arrives.';
  const { answer, meaning } = answers.address;
  return answer === 'well_formed' ? mailboxText(answers) : `${mailboxText(answers)} ${capital(meaning)}.`;
};

/**
 * Explains a result: an answer each to its address, its domain and its mailbox, and the score line by line. Codes of a
 * newer service are left out. With `mx_record`, a denied address of which nobody was asked is told from others.
 * @example
 * explain(await verifier.verify('info@firm.org')).mailbox; // { answer: 'not_asked', confidence: 'unknown', … }
 */
export const explain = ({
  sub_status,
  mx_record,
}: Pick<ValidationResult, 'sub_status'> & Partial<Pick<ValidationResult, 'mx_record'>>): Explanation => {
  const known = SUB_STATUSES.filter((code) => sub_status.includes(code));
  const behind = sortCodes(known);
  const domain = domainAnswer(behind, mx_record);
  const answers = { address: addressAnswer(behind), domain, mailbox: mailboxAnswer(behind, domain) };
  return { summary: summaryOf(known, answers), ...answers, score: scoreLines(known) };
};
