import type { Phrases } from './words.js';

/** The mailbox is full. */
export const FULL: Phrases = {
  English: `
    mailbox capacity, maximum capacity, storage full, storage is full, storage … used up, storage … exhausted,
    over allocation, inbox overflow, mailbox overflow, room in mailbox, room in the mailbox, no room left, has no room,
    cannot hold any more, disk space used, mail folder … full, quote exceeded, overlimit, over limit, over … limit,
    too much mail in, quota*, overquota, mailbox full, mailbox … full, mail box … full, mailbox is full, inbox full,
    inbox … full, box full, is full, are full, full mailbox, full inbox, folder … full, mailfolder … full,
    account full, account is full, storage allocation, storage quota, allowed storage, exceed* … storage,
    exhausted allowed, over … storage, mailbox storage, not enough mailbox space, insufficient mailbox,
    space has been used, mailbox size, size of the mailbox, mail file size, mailbox limit*, mailbox … limit*,
    mailbox … exceed*, exceed* … mailbox, exceed* … space, exceed* … allocation, maximum mailbox, too many messages on,
    too many messages in mailbox, too many messages in the mailbox, too many mails on, too much mail data, ofr_417,
    lpn007_417, overquotaperm, overquotatemp, blocks limit exceeded, inode limit exceeded, receivers mailbox
  `,
  German: `
    voll, überfüllt, ueberfuellt, speicherplatz*, speicherkontingent, kontingent, zu viele mails, zuviele mails,
    zu viele nachrichten
  `,
  French: `plein, pleine, saturé, saturée, espace disque`,
  Spanish: `lleno, llena, cuota*, sin espacio, espacio … disco, espacio insuficiente`,
  Portuguese: `cheia, cheio, lotada, cota, sem espaço, espaço … disco, espaço insuficiente`,
  Italian: `piena, pieno, spazio esaurito, spazio insufficiente, spazio … disco`,
  Dutch: `mailbox vol, mailbox … vol, is vol, postvak … vol, opslagruimte, opslaglimiet`,
  'Swedish, Danish, Norwegian, Finnish': `
    brevlådan … full, postlådan … full, lagringsutrymme*, utrymmet, kvoten, postkassen … fuld, er fuld, er fyldt,
    er full, pladsmangel, kvoten er, on täynnä, täynnä, kiintiö*, tila loppu
  `,
  'Polish, Czech, Slovak, Hungarian, Romanian': `
    pełna, pełne, przepełnion*, brak miejsca, limit pojemności, plná, přeplněn*, kvót*, nedostatek místa, preplnen*,
    megtelt, betelt, tele van, kvóta, plină, spațiu insuficient
  `,
  Turkish: `dolu, doldu, kota*, kotası, kotasını, yer yok`,
  'Russian, Ukrainian': `переполнен*, квот*, нет места, недостаточно места, переповнен*`,
  'Greek, Hebrew, Arabic': `γεμάτο, γεμάτη, πλήρες, מלאה, תיבה מלאה, ממלא, ممتلئ`,
  Chinese: `已满, 已滿, 满了, 爆满, 空间不足, 空間不足, 配额, 配額, 容量, 空間已`,
  Japanese: `いっぱい, 容量, 満杯, 溢れ`,
  Korean: `가득, 용량, 꽉`,
  'Vietnamese, Thai, Indonesian': `
    đã đầy, bị đầy, hộp thư đầy, dung lượng, hạn ngạch, เต็ม, โควต้า, penuh, kuota
  `,
};

/** There is no space: in the mailbox, or on the whole server, by the enhanced code. */
export const NO_SPACE: Phrases = {
  English: `
    not enough room, disk full, disk is full, out of disk, volume is full, storage limit*, storage space,
    out of storage, storage exceeded, out of space, not enough space, not … enough … space, not enough storage,
    insufficient space, insufficient storage, insufficient … disk space, disk space, disc space, diskspace, userdisk,
    no space in, no more space, no space left, not sufficient disk
  `,
};
