/**
 * Mistyped endings, by the intended ending. None of them is, or ends in, a top-level domain: `.cm`, `.co`, `.om`
 * and `.ne` are countries and are left alone.
 */
export const BROKEN_ENDINGS: Record<string, string> = {
  com: 'con cmo ocm comm coom cpm vom xom fom dom comn conm cim cin c0m cok col coj ckm clm clom colm copm coim ciom coum cvom coml comj comk coms comme cpn vpm xon von don ccom cmon cmm cnm',
  net: 'nte nett ner ney nwt nrt nt ent netr nret nat neet met',
  org: 'orgg ogr rog og or rg prg irg otg oeg orh orf orgn',
  edu: 'edy eduu edi',
  info: 'inof ifno infp imfo',
  'co.uk': 'couk co.ukk co.ul co.ik co.yk co.u co.k co.um',
  'co.jp': 'cojp co.lp co.jpp',
  'com.br': 'combr com.brr',
  'com.au': 'comau',
  de: 'dee',
  fr: 'frr',
};
