/** Letters beyond ASCII by language, the most frequent first: how likely a text is, when it is read in an encoding. */

/** A language, and the letters beyond ASCII with which it is written. */
export interface Language {
  letters: string;
  /** Matches each letter of its script. */
  script: RegExp;
  /** True if nearly all of its letters are beyond ASCII. */
  isOther: boolean;
}

const LATIN = /\p{Script=Latin}/u;

const latin = (letters: string): Language => ({ letters, script: LATIN, isOther: false });
const other = (letters: string, script: RegExp): Language => ({ letters, script, isOther: true });

const WESTERN = {
  german: latin('üäößéèá'),
  french: latin('éèêàçôîïâëûùœüÿ'),
  spanish: latin('íóáéñúüçª'),
  portuguese: latin('ãçáéíóõêâúàôüª'),
  italian: latin('àèòùìé'),
  nordic: latin('öäåøæéüóá'),
  icelandic: latin('áíðóþúéöæý'),
  dutch: latin('ëéïèöüáó'),
};
const CENTRAL = {
  polish: latin('ąęłóśżćńź'),
  czech: latin('íáéýěřčšžůúťďňó'),
  slovak: latin('áíčšýžéľúťôäďňóŕĺ'),
  hungarian: latin('áéöóőüűíú'),
  southSlavic: latin('čšžćđ'),
  romanian: latin('ăâîşţ'),
  german: latin('üäößéèá'),
};
const CYRILLIC = /\p{Script=Cyrillic}/u;
const RUSSIAN = other('оаеинтрслвкмдпьугяйчзбыхшжюцщэфёъ', CYRILLIC);
const EASTERN = {
  russian: RUSSIAN,
  ukrainian: other('оанивертксілдумпяьзбгйчхєцюжшїщґф', CYRILLIC),
  serbian: other('аоиенрсјтвкдмлупбгзчцшњћљжђхфџ', CYRILLIC),
};
const GREEK = {
  greek: other('αοιετσνρηυκπμλςωγδόίάέήύώθχφβζξψϊϋ', /\p{Script=Greek}/u),
};
const TURKISH = { turkish: latin('ıüşöğçİâî'), ...WESTERN };
const BALTIC = {
  lithuanian: latin('ėšųžūčįąę'),
  latvian: latin('āīēšūņļžčķģ'),
  estonian: latin('äõöüšž'),
};
const HEBREW = { hebrew: other('יולהתרמאבשנעדחקפטגזסצםןכךףץ', /\p{Script=Hebrew}/u) };
const ARABIC = { arabic: other('اليمنوتربعدهحسفكقجةشصطخىأزذضإثغءظئؤآ', /\p{Script=Arabic}/u) };
const THAI = { thai: other('านรกอเงมยลวดทส่ตะปบคหแ้จพชขใไผโณศซธถฟษภญฐฉ', /\p{Script=Thai}/u) };

/** Encodings of one byte a character, in which texts are looked for. */
export const LETTER_ENCODINGS = {
  'windows-1252': { languages: WESTERN, prior: 0 },
  'iso-8859-15': { languages: WESTERN, prior: -1.5 },
  macintosh: { languages: WESTERN, prior: -3 },
  cp850: { languages: WESTERN, prior: -4 },
  'windows-1250': { languages: CENTRAL, prior: -1 },
  'iso-8859-2': { languages: CENTRAL, prior: -2 },
  cp852: { languages: CENTRAL, prior: -6 },
  'windows-1251': { languages: EASTERN, prior: -0.7 },
  'koi8-r': { languages: { russian: RUSSIAN }, prior: -2 },
  'koi8-u': { languages: EASTERN, prior: -3 },
  cp866: { languages: EASTERN, prior: -4 },
  'iso-8859-5': { languages: EASTERN, prior: -6 },
  'windows-1253': { languages: GREEK, prior: -2 },
  'iso-8859-7': { languages: GREEK, prior: -3 },
  'windows-1254': { languages: TURKISH, prior: -1 },
  'windows-1255': { languages: HEBREW, prior: -3 },
  'windows-1256': { languages: ARABIC, prior: -3 },
  'windows-1257': { languages: BALTIC, prior: -3 },
  'windows-874': { languages: THAI, prior: -4 },
} as const satisfies Record<string, { languages: Record<string, Language>; prior: number }>;
