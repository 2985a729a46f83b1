/** The two-letter top-level domains (ISO 3166-1 as delegated), and the longer ones that are common or one letter from a common one. */
export const REAL =
  /^(com|net|org|a[c-gilmoq-uwxz]|b[abd-jm-or-tvwyz]|c[acdf-ik-oruv-z]|d[ejkmoz]|e[cegr-u]|f[ijkmor]|g[abd-il-np-uwy]|h[kmnrtu]|i[del-oq-t]|j[emop]|k[eghimnprwyz]|l[abcikr-vy]|m[acdeghk-z]|n[acefgilopruz]|om|p[ae-hk-nrstwy]|qa|r[eosuw]|s[a-eg-or-vxyz]|t[cdfghj-ortvwz]|u[agksyz]|v[aceginu]|w[fs]|y[et]|z[amw]|edu|gov|mil|info|biz|name|pro|cam|mom|bom|bet|new|next|pet|vet|ong|dev|frl|fit|int|ist|men|med|moe|art|cat|lat|run|bar|car|eus)$/;

/** The endings that a typo is recognised of, whatever stands before them. */
export const COMMON = ['com', 'net', 'org', 'edu', 'info'];

/** Typos of other endings, with the intended ending. None of them is, or ends in, a top-level domain. */
export const BROKEN_ENDINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'co.uk': 'couk co.ukk co.ul co.ik co.yk co.u co.k co.um',
    'co.jp': 'cojp co.lp co.jpp',
    'com.br': 'combr com.brr',
    'com.au': 'comau',
    de: 'dee',
    fr: 'frr',
  }).flatMap(([meant, broken]) => broken.split(' ').map((typed) => [typed, meant] as const)),
);
