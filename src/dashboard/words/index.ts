/** All words of the dashboard, in English. */
import { ACCOUNT } from './account.js';
import { ACCOUNTS } from './accounts.js';
import { ACCURACY } from './accuracy.js';
import { API_SETTINGS } from './api-settings.js';
import { BOUNCE_UPLOAD } from './bounce-upload.js';
import { CALLBACKS } from './callbacks.js';
import { CHECK } from './check.js';
import { CODE } from './code.js';
import { COMMON } from './common.js';
import { DOORS } from './doors.js';
import { FORM } from './form.js';
import { LIST_UPLOAD } from './list-upload.js';
import { LISTS } from './lists.js';
import { MAIL_SOURCES } from './mail-sources.js';
import { OVERVIEW } from './overview.js';
import { REASONS } from './reasons.js';
import { RULES } from './rules.js';

export const WORDS = {
  ...COMMON,
  ...DOORS,
  ...OVERVIEW,
  ...FORM,
  ...API_SETTINGS,
  ...CODE,
  ...CHECK,
  ...LISTS,
  ...LIST_UPLOAD,
  ...CALLBACKS,
  ...ACCURACY,
  ...MAIL_SOURCES,
  ...BOUNCE_UPLOAD,
  ...ACCOUNT,
  ...ACCOUNTS,
  ...REASONS,
  ...RULES,
} as const;
