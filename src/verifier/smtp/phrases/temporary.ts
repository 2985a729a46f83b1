import type { Phrases } from './words.js';

/** Not now: a later try may succeed, whatever the code. */
export const TEMPORARY: Phrases = {
  English: `
    once more, again tomorrow, tomorrow, shortly, paused, intermittent*, awaiting, activation, being moved,
    being transferred, being created, in a moment, in an hour, next week, resubmit, re send, on holiday,
    maintenance window, message expired, delivery expired, time expired, delivery attempts, in the queue, giving up,
    been failing, long time, delivered for, not been collected, until, temporar*, transient, later, try again, retry,
    come back, for now, right now, at this time, at the moment, at present, presently, momentarily, not yet,
    not currently, currently unavailable, currently not, is currently, currently disabled, currently suspended,
    currently over*, currently busy, busy, overload*, please wait, wait for, wait a, soon, minutes, seconds, hours,
    days, yet, in progress, on hold, suspend*, locked, frozen, defer*, delayed, exceed*, limit*, too many, too much,
    receiving mail at, load, greylist*, grey list*, graylist*, gray list*, first time*, on vacation, unavailable until,
    tempfail, soft fail*, postponed, pending, frequency, frequent*
  `,
  German: `
    überschritten, ueberschritten, überschreitet, vorübergehend, voruebergehend, zeitweise, zeitweilig, später,
    spaeter, temporär, derzeit, momentan, zur zeit, überlastet, zu viele, erneut
  `,
  French: `
    dépassement, dépassée, dépassé, temporaire*, provisoire*, plus tard, ultérieurement, réessayer, réessayez,
    ressayer, momentané*, trop de, suspendu*, surcharge*, actuellement
  `,
  Spanish: `
    excedido, excedida, límite, temporal*, más tarde, de nuevo, reintent*, inténtelo, intente*, momentáneamente,
    demasiad*, suspendid*, provisional*, actualmente
  `,
  Portuguese: `
    excedeu, excedida, excedido, limite, temporári*, temporaria*, mais tarde, novamente, momentaneamente, suspens*,
    provisoria*, demasiad*, atualmente, muitas, muitos
  `,
  Italian: `
    superato, superata, temporane*, più tardi, riprova*, momentanea*, sospes*, provvisori*, troppi, troppe,
    attualmente, sovraccaric*
  `,
  Dutch: `overschreden, tijdelijk*, later, opnieuw, momenteel, te veel, overbelast`,
  'Swedish, Danish, Norwegian, Finnish': `
    tillfällig*, senare, igen, för närvarande, för många, midlertidig*, senere, for mange, prøv, i øjeblikket,
    for øyeblikket, tilapäi*, väliaika*, myöhemmin, uudelleen, liian monta, toistaiseksi
  `,
  'Polish, Czech, Slovak, Hungarian, Romanian': `
    przekroczon*, překroč*, depășit*, tymczasow*, chwilow*, później, ponownie, zbyt wiele, obecnie, zawieszon*,
    dočasn*, později, znovu, příliš mnoho, momentálně, momentálne, neskôr, znova, priveľa, ideiglenes*, átmeneti*,
    később, újra, túl sok, jelenleg, temporar*, mai târziu, din nou, prea multe, momentan, suspendat*
  `,
  Turkish: `geçici*, daha sonra, tekrar dene*, tekrar, şu anda, çok fazla, askıya`,
  'Russian, Ukrainian': `
    превышен*, перевищен*, временн*, позже, позднее, попозже, повтор*, попробуйте, слишком, приостановлен*, сейчас,
    тимчасов*, пізніше, занадто, спробуйте, зараз
  `,
  'Greek, Hebrew, Arabic': `
    חריגה, تجاوز, προσωρινά, προσωρινό, προσωρινή, αργότερα, ξανά, זמני, מאוחר יותר, שוב, مؤقت, لاحقا, مرة أخرى, حاليا
  `,
  Chinese: `超出, 超过, 超過, 稍后, 稍後, 稍候, 暂时, 暫時, 临时, 臨時, 重试, 重試, 再试, 再試, 过多, 過多, 太多, 冻结, 凍結, 频率, 頻率, 目前, 繁忙`,
  Japanese: `超過, 一時, 後で, 後ほど, しばらく, 再度, 再試行, 再送, 混雑, 現在, 多すぎ, 停止中`,
  Korean: `초과, 일시, 나중에, 잠시, 다시, 너무 많, 현재, 임시, 정지`,
  'Vietnamese, Thai, Indonesian': `
    tạm thời, thử lại, quá nhiều, ชั่วคราว, ภายหลัง, อีกครั้ง, sementara, nanti, coba lagi, terlalu banyak
  `,
};
