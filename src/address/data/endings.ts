/**
 * The two-letter top-level domains (ISO 3166-1 as delegated), and longer ones that are common or one letter from a
 * common one.
 */
export const REAL_TLDS =
  /^(com|net|org|a[c-gilmoq-uwxz]|b[abd-jm-or-tvwyz]|c[acdf-ik-oruv-z]|d[ejkmoz]|e[cegr-u]|f[ijkmor]|g[abd-il-np-uwy]|h[kmnrtu]|i[del-oq-t]|j[emop]|k[eghimnprwyz]|l[abcikr-vy]|m[acdeghk-z]|n[acefgilopruz]|om|p[ae-hk-nrstwy]|qa|r[eosuw]|s[a-eg-or-vxyz]|t[cdfghj-ortvwz]|u[agksyz]|v[aceginu]|w[fs]|y[et]|z[amw]|edu|gov|mil|info|biz|name|pro|cam|mom|bom|bet|new|next|pet|vet|ong|dev|frl|fit|int|ist|men|med|moe|art|cat|lat|run|bar|car|eus|ntt|nec)$/;

/** The suffixes whose typos are recognised after any name. */
export const COMMON_SUFFIXES = ['com', 'net', 'org', 'edu', 'info', 'co.uk', 'co.jp', 'com.br', 'com.au'];
