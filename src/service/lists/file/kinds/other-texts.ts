/** Texts that hold addresses, and are no lists: each is known by its first lines. */

/** A kind of text, with what would be right. */
interface OtherText {
  name: string;
  advice: string;
}

const A_LIST = 'Send a CSV file, a spreadsheet (.xlsx, .ods), or a text file with one address a line.';
const OF_MAIL =
  'Copy the addresses into a text file, one a line. Mails that came back are read with the outcomes of your mail.';

/** Blank lines, and lines that begin with `#`. */
const HASHED = /^(?:\s+|#[^\n]*(?:\n|$))+/;

/** Comments of SQL, those of MySQL with statements in them, and blank lines. */
const REMARKS = /^(?:\s+|--[^\n]*(?:\n|$)|\/\*(?:(?!\*\/)[^])*\*\/;?)+/;
/** The start of a script: no line of a list is like this. */
const SQL =
  /^(?:set\s+(?:names\b|@?@?[\w.]+\s*=)|create\s+(?:table|database|schema)\s|drop\s+(?:table|database)\s|insert\s+(?:ignore\s+)?into\s|lock\s+tables\s|use\s+[`"[\w]+\s*;|(?:begin(?:\s+transaction)?|start\s+transaction)\s*;|pragma\s+\w+\s*=|copy\s+\S+\s*\([^)]*\)\s*from\s+stdin)/i;

/** Fields of a mail that an address list has not, and those that say what a mail is about. */
const OF_TRANSPORT =
  /^(?:received|return-path|delivered-to|message-id|mime-version|dkim-signature|content-type|x-mailer):/im;
const OF_MESSAGE = /^(?:from|to|subject|date):/im;
/** The line before a mail in an mbox file (RFC 4155). */
const ENVELOPE = /^From \S+ +(?:mon|tue|wed|thu|fri|sat|sun) /i;

const mailOf = (text: string): OtherText | undefined => {
  if (ENVELOPE.test(text)) return { name: 'a file of mails (mbox)', advice: OF_MAIL };
  if (!/^[!-9;-~]{1,100}:/.test(text)) return undefined;
  const [head = ''] = text.split(/\r?\n\r?\n/, 1);
  if (/^mime-version:/i.test(head) && /^content-type:\s*multipart\/related/im.test(head))
    return {
      name: 'a saved web page (MHTML)',
      advice: 'Open it in the spreadsheet program or the browser, and save it as CSV or .xlsx.',
    };
  const isMail = OF_TRANSPORT.test(head) && OF_MESSAGE.test(head);
  return isMail ? { name: 'a mail (.eml)', advice: OF_MAIL } : undefined;
};

/** Spreadsheets that are written as text. */
const TABLES: readonly [name: string, start: RegExp][] = [
  ['a SYLK file (.slk)', /^ID;P\w*(?:;\w+)*\s/],
  ['a DIF file (.dif)', /^TABLE\s*\n0,1\s*\n"/],
  ['a SocialCalc file', /^socialcalc:version:/],
];

/**
 * Tells which spreadsheet a text is.
 * @param start its first characters.
 */
export const otherTable = (start: string): string | undefined => TABLES.find(([, mark]) => mark.test(start))?.[0];

/**
 * Tells what a text is that is no list.
 * @param start its first characters.
 */
export const otherText = (start: string): OtherText | undefined => {
  if (/^(?:version:\s*1\s+)?(?:#[^\n]*\n|\s)*dn::?\s/.test(start.replace(HASHED, '')))
    return { name: 'LDIF, the form of address directories', advice: 'Export the address book as vCard or CSV.' };
  if (/^BEGIN:VCALENDAR\s/i.test(start)) return { name: 'a calendar (iCalendar)', advice: A_LIST };
  if (SQL.test(start.replace(REMARKS, ''))) return { name: 'a script in SQL', advice: 'Export the table as CSV.' };
  if (/^(?:\s|\/\/[^\n]*\n|\/\*(?:(?!\*\/)[^])*\*\/)+[[{]/.test(start))
    return { name: 'JSON with comments', advice: 'Remove the comments.' };
  return mailOf(start);
};
