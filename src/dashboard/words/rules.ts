/** Words of the page of rules. */
import type { RuleAction, RuleChange } from '../answers.js';

const ACTIONS: Record<RuleAction, string> = { allow: 'Allow', deny: 'Deny', deny_risky: 'Call risky' };

export const RULES = {
  ruleActions: ACTIONS,
  ruleEffects: {
    allow: 'a disposable address, a role such as info@ and a catch-all server do not count against it',
    deny: 'it is invalid',
    deny_risky: 'it is risky at best',
  } satisfies Record<RuleAction, string>,
  rulesLead:
    'Rules change the verdicts on addresses that you know better, in single checks and in lists. The most specific rule counts: address, domain, names below it, mail server.',
  rulesOf: 'Rules of',
  ruleLists: { account: 'your account', deployment: 'the whole service' },
  deploymentLead:
    'These count for all accounts. A denial here goes before the rules of an account, an allowance after them. Rules of rules.txt in DATA_DIR are changed there.',
  addRules: 'Add rules',
  rulePatterns: 'Addresses, domains or mail servers',
  rulePatternsHint:
    'One a line: anna@firm.org, firm.org, *.firm.org for the names below it, mx:mx.firm.org or mx:*.firm.org for mail servers. This rule replaces an earlier one for the same entry.',
  ruleAction: 'Then',
  ruleNote: 'Note',
  ruleNoteHint: 'For you, such as why.',
  ruleUntil: 'Last day',
  ruleUntilHint: 'In UTC. Empty: it has no end.',
  saveRules: 'Save',
  ruleLine: (line: number) => `Line ${line}`,
  rulesSaved: (added: string, changed: string) => `Rules added: ${added}. Changed: ${changed}.`,
  rulesTitle: 'Rules',
  ruleCount: (count: string) => `${count} in all`,
  noRules: 'There are no rules.',
  noRulesFound: 'No rule is like this.',
  findRules: 'Find in rules and notes',
  find: 'Find',
  untilDay: (day: string) => `until ${day}`,
  ruleEnded: 'ended',
  inFile: 'in rules.txt',
  edit: 'Edit',
  editRule: (pattern: string) => `Edit the rule for ${pattern}`,
  remove: 'Remove',
  removeRule: (pattern: string) => `Remove the rule for ${pattern}`,
  undoRemoval: 'Undo',
  undoRemovalOf: (pattern: string) => `Undo the removal of the rule for ${pattern}`,
  ruleBack: (pattern: string) => `The rule for ${pattern} is back.`,
  ruleRemoved: (pattern: string) => `The rule for ${pattern} was removed.`,
  ruleChanges: 'Changes',
  noRuleChanges: 'Nothing was changed yet.',
  changedWhen: 'When',
  changedBy: 'Who',
  changedRule: 'Rule',
  changers: {
    user: 'a user who has left',
    key: 'a key that is gone',
    file: 'rules.txt',
    end: 'its end, a month ago',
  } satisfies Record<RuleChange['by'], string>,
  keyNamed: (name: string) => `key “${name}”`,
  ruleAdded: 'added',
  ruleChanged: 'changed',
  ruleGone: 'removed',
} as const;
