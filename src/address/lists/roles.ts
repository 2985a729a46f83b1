/** Names of mailboxes that belong to a function, not to a person: RFC 2142, and other common ones. */
const ROLES: ReadonlySet<string> = new Set(
  // RFC 2142 §3 to §7
  (
    'info marketing sales support abuse noc security postmaster hostmaster usenet news webmaster www uucp ftp ' +
    // contact and departments
    'contact contacts contactus hello hi office mail email inbox enquiries enquiry inquiries inquiry help helpdesk service services customerservice ' +
    'customercare customersupport care feedback reception team staff all everyone orders order billing invoice invoices accounting accounts accountspayable ' +
    'finance payments payroll booking bookings reservations hr jobs job careers career recruiting recruitment press media pr legal privacy dpo gdpr ' +
    'compliance partners partnerships affiliates advertising ads newsletter newsletters subscribe unsubscribe events shop store returns warranty ' +
    // operations and machines
    'admin administrator root sysadmin system it itsupport ops devops dev developer developers hosting domains dns ssl ' +
    'no-reply noreply no_reply donotreply do-not-reply mailer-daemon mailerdaemon daemon bounce bounces listserv majordomo ' +
    // the same in other languages
    'kontakt buero verwaltung rechnung rechnungen bewerbung vertrieb kundenservice kundendienst contacto ventas soporte ayuda facturacion ' +
    'contato vendas suporte atendimento contatti vendite amministrazione segreteria assistenza comercial commercial comptabilite facturation ' +
    'accueil recrutement biuro sprzedaz verkoop klantenservice'
  ).split(' '),
);

/** True if a local part, in lower case and without a subaddress, names a function. */
export const isRole = (user: string): boolean => ROLES.has(user);
