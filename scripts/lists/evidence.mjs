import { FREE } from '../../src/address/known-domains/free-providers.ts';

/** The endings whose names cost nothing until 2023: services took the same label at several of them at once. */
export const GIVEN_AWAY = ['cf', 'ga', 'gq', 'ml', 'tk'];
/** The least number of these endings under which one label is listed. */
const LEAST_GIVEN_AWAY = 3;

const WORDS =
  '(?:te?mp(?!er|est|l|o(?!r))|trash|throw-?away|dispos|fake|burner|junk|dump|spam|discard|10-?min|minute|guerr?illa|wegwerf|jetable)';
const MAIL = '(?:mail|inbox)';
/** A label that says what its service is for, such as `temp-mail`. */
const SELF_NAMED = new RegExp(`${WORDS}[a-z0-9-]*${MAIL}|${MAIL}[a-z0-9-]*${WORDS}`);
/** A label of a service against them. */
const AGAINST = /anti|stop|block|unjunk|no-?spam|filter|protect|fight|check|test/;

const endingOf = (name) => name.slice(name.lastIndexOf('.') + 1);
const labelOf = (name) => name.slice(0, name.lastIndexOf('.'));
const isSecondLevel = (name) => name.split('.').length === 2;
const PROVIDERS = new Set([...FREE].filter(isSecondLevel).map(labelOf));

/**
 * True for a label in which letters and digits change places at least four times, without a run of letters that could
 * be a word, such as `b2b4business`, and with at least four different digits, unlike `cr7cr8cr9`.
 */
const isRandom = (label) =>
  label.length >= 9 &&
  !label.startsWith('xn--') &&
  (label.match(/[a-z](?=\d)|\d(?=[a-z])/g) ?? []).length >= 4 &&
  !/[a-z]{7}/.test(label) &&
  new Set(label.match(/\d/g)).size >= 4;

/**
 * The labels that are listed under at least `LEAST_GIVEN_AWAY` of the given-away endings: one owner must have taken
 * them.
 */
export const findGivenAway = (names) => {
  const listed = new Set(names);
  const count = (label) => GIVEN_AWAY.filter((ending) => listed.has(`${label}.${ending}`)).length;
  const labels = names.filter(isSecondLevel).map(labelOf);
  return new Set(labels.filter((label) => count(label) >= LEAST_GIVEN_AWAY && !PROVIDERS.has(label)));
};

/**
 * The evidence that a name is disposable though one author alone lists it, in the order in which it is asked for.
 * @param names all listed names.
 * @param givenAway the labels of `findGivenAway`.
 * @param isAgreed tells a name that two authors list.
 * @param sightings the names that a crawler saw in use.
 */
export const createEvidence = (names, givenAway, isAgreed, sightings) => {
  const siblings = new Set(
    names.filter((name) => isSecondLevel(name) && /mail|inbox/.test(name) && isAgreed(name)).map(labelOf),
  );

  return [
    {
      text: 'fakefilter saw a service hand it out on two days, and strangers cannot put names into that service; or it is the site of a service.',
      holds: (name) => sightings.has(name),
    },
    {
      text: 'It says so itself: a word such as `temp`, `trash`, `fake`, `spam` or `10min` together with `mail` or `inbox`.',
      holds: (name) => SELF_NAMED.test(labelOf(name)) && !AGAINST.test(labelOf(name)),
    },
    {
      text: 'Two authors list the same label, with `mail` or `inbox` in it, under another ending, and no mailbox provider has that label.',
      holds: (name) => isSecondLevel(name) && siblings.has(labelOf(name)) && !PROVIDERS.has(labelOf(name)),
    },
    {
      text: `Its label is listed under ${LEAST_GIVEN_AWAY} or more of the endings that were given away (.cf, .ga, .gq, .ml, .tk), and no mailbox provider has it: then it is disposable under all five.`,
      holds: (name) => givenAway.has(labelOf(name)) && GIVEN_AWAY.includes(endingOf(name)),
    },
    {
      text: 'It is random: nine characters or more, in which letters and digits change places at least four times, with four different digits and no run of seven letters.',
      holds: (name) => isRandom(name.split('.').at(-2)),
    },
  ];
};
