/**
 * Real domains that look like a typo of a large provider: nothing is suggested for them. Only those for which the rules
 * would suggest something are listed; `test/address/suggest.test.ts` has many more. Nearly every letter before a large
 * provider's name makes another provider or firm: qmail.com, pcloud.com.
 */
export const REAL_LOOKALIKES =
  /^((([a-ceij-uw-z]|cox|east|last|hd-|got|home|pronto|proto)?mail|([a-hj-z]|hi)?cloud|outdoor|r?aver|never|hotmart|gail|rodgers|roger|frontiers|globe|glovo|haver|saver|grail|263|mach|marc)\.com|[a-z]mail\.ru|[ao]live\.[a-z.]+|(mailo|[aegi]mac)\.com|(earthling|chapter|carter|charger)\.net|(libera|salice|calice|malice)\.it|(oranges|grange)\.fr|(arbor|accor|t[a-z]-online)\.de|monet\.pl|photon\.me|(terna|tetra|serra)\.com\.br|(hotmail|outlook|gmx)\.co)$/;

/** Typos of a large provider that a public list holds as a disposable or another provider: suggested, never fixed. */
export const LISTED_TYPOS =
  /^((gaail|gsmail|gtmail|gmil|gmaul|gmai|gmain|yajhoo|yahboo|yahlo|h[io]tmil|hitmail|gomail|hotmcail|hotmaisl|ootlook|oultlook|outnook|outrlook|outllok|iclkud|icluoud|iclolud|iclou1d|profonmail|prontonmail|protnonmail|protonamail|rdiffmail)\.com|(hoptmail|hotmaail)\.co\.uk|\w+\.[vx]o\.uk|yohoo\.co\.in|yahio\.co\.in|la(poshe|porte)\.net)$/;
