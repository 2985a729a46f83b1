/** Names beside a large provider's that have mail servers of their own, or had them, by whom it says so. */

/** A public report, or a decision on who may have the names. */
interface Evidence {
  names: string;
  reason: string;
  source: string;
}

/** Squatters: nobody who types these has an address there. They may be fixed without asking. */
export const SQUATTED: readonly Evidence[] = [
  {
    names: 'gamil.com gmial.com',
    reason: 'they take mail, and give nobody an address',
    source: 'liberapay.com issue 1255',
  },
  {
    names: 'gmil.com gmai.com',
    reason:
      'they take mail, and are among the domains that people mistype most; a list of disposable domains holds them: asked about',
    source: 'mozilla/fxa issue 3478',
  },
  {
    names: 'hotmial.com hotmai.com',
    reason: 'lists of disposable domains hold them, and no list of providers',
    source: 'npm disposable-email-domains',
  },
  {
    names: 'gmal.com',
    reason: 'an arbitration gave it to Google',
    source: 'National Arbitration Forum, complaint of 4 November 2011',
  },
  {
    names:
      'hotmaiil.com hiotmail.com hotmaikl.com hotmaim.com hotmaoil.com hotmnail.com hotmqil.com hotmaiul.com hotmaiel.com hotmsail.com',
    reason: 'an arbitration gave them to Microsoft',
    source: 'National Arbitration Forum, claims 1242363 and 1265720',
  },
];

/** People have addresses there, or may have: at most asked about. */
export const INHABITED: readonly Evidence[] = [
  {
    names: 'gmail.fr gmail.hu gmail.ru',
    reason: 'customers with such addresses were reported',
    source: 'mailcheck issue 151',
  },
  { names: 'mailo.com', reason: 'a provider in France', source: 'stamhoofd pull request 375' },
  { names: 'mailw.com', reason: 'its owner asked to be left alone', source: 'mailcheck issue 63' },
  {
    names: 'gmaila.com',
    reason: 'it takes mail; a letter after the name may be another name',
    source: 'email-validator-js issue 148',
  },
  {
    names: 'hotmailk.com hotmaile.com ghotmail.com ihotmail.com ahotmail.com',
    reason: 'a letter before or after the name may be another name, though an arbitration gave these to Microsoft',
    source: 'National Arbitration Forum, claim 1265720',
  },
];
