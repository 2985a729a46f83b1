/** Words of the upload of files that tell what became of mail. */
import { formatCount } from '../format.js';

/** By the outcome in the API's words; `""`: the file tells. */
const OUTCOMES = {
  '': 'The file tells it',
  hard_bounce: 'Bounced: the addresses do not work',
  soft_bounce: 'Came back for now',
  delivered: 'Delivered',
  complaint: 'Complained',
} as const;

export const BOUNCE_UPLOAD = {
  bounceFiles: 'Outcomes from files',
  bounceFilesLead:
    'A list of addresses with an outcome (CSV, .xlsx), as mail providers export it, or mails that came back: .eml files, or many in an mbox file. Nothing of a file is kept but outcomes, by a keyed hash of the mailbox.',
  dropFilesHere: 'Drop files here, or',
  chooseFiles: 'Choose files',
  otherFiles: 'Choose other files',
  chosenFiles: 'Chosen files',
  filesChosen: (count: number) => `${formatCount(count, 'file is', 'files are')} chosen.`,
  tooManyFiles: (count: string, most: string) =>
    `${count} files were chosen: choose at most ${most}. Many mails are best sent as one mbox file.`,
  fileTooLarge: (most: string) => `The file is larger than ${most}: split it.`,
  outcomeOfAll: 'Outcome of the addresses',
  outcomesOfAll: OUTCOMES,
  outcomeOfAllHint:
    'Choose one for a list of addresses alone. Send those that were delivered before those that bounced.',
  countFiles: 'Count the outcomes',
  counting: 'Counting…',
  ofFile: (name: string, message: string) => `${name}: ${message}`,
} as const;
