import { OTHER_FORM, type FormTotals } from '../protocol/index.js';
import { WORDS } from './words/index.js';

/** The name of a site for people. */
export const nameOfSite = (origin: string): string =>
  origin === OTHER_FORM ? WORDS.furtherSites : origin.replace(/^https:\/\//, '');

/** The name of a form for people. */
export const nameOfForm = ({ form }: Pick<FormTotals, 'form'>): string =>
  form === OTHER_FORM ? WORDS.furtherForms : form;
