/**
 * Names of mailboxes that belong to a function, not to a person, by language. Words that are also first names or
 * surnames are left out.
 */
const BY_LANGUAGE = {
  // RFC 2142 §3 to §7, then contact, departments, operations and machines.
  en:
    'info marketing sales support abuse noc security postmaster hostmaster usenet news webmaster www uucp ftp ' +
    'contact contacts contactus hello hi office mail email inbox enquiries enquiry inquiries inquiry help helpdesk service services customerservice ' +
    'customercare customersupport care feedback reception team staff all everyone orders order billing invoice invoices accounting accounts accountspayable ' +
    'finance payments payroll booking bookings reservations hr jobs job careers career recruiting recruitment press media pr legal privacy dpo gdpr ' +
    'compliance partners partnerships affiliates advertising ads newsletter newsletters subscribe unsubscribe events shop store returns warranty ' +
    'admin administrator root sysadmin system it itsupport ops devops dev developer developers hosting domains dns ssl ' +
    'no-reply noreply no_reply donotreply do-not-reply mailer-daemon mailerdaemon daemon bounce bounces listserv majordomo',
  de:
    'kontakt buero büro verwaltung rechnung rechnungen rechnungswesen buchhaltung bewerbung bewerbungen vertrieb verkauf einkauf kundenservice ' +
    'kundendienst kundenbetreuung empfang zentrale sekretariat geschaeftsfuehrung geschäftsführung personal personalabteilung poststelle datenschutz presse ' +
    'redaktion anfrage anfragen bestellung bestellungen reservierung technik hilfe vorstand',
  fr:
    'contacter commercial comptabilite comptabilité facturation factures facture accueil recrutement candidature secretariat secrétariat ventes vente ' +
    'achats serviceclient service-client relationclient direction redaction rédaction reservation réservation commandes commande juridique aide assistance ' +
    'nepasrepondre ne-pas-repondre',
  es:
    'contacto ventas soporte ayuda facturacion facturación facturas pedidos reservas administracion administración contabilidad atencionalcliente ' +
    'atencion clientes compras recursoshumanos rrhh empleo prensa consultas recepcion recepción secretaria noresponder no-responder',
  pt:
    'contato contacto vendas suporte atendimento faturamento faturacao faturação financeiro comercial compras administracao administração ' +
    'contabilidade recrutamento imprensa ouvidoria sac geral ajuda reservas encomendas naoresponda nao-responda',
  it:
    'contatti contatto vendite amministrazione segreteria assistenza commerciale contabilita contabilità fatturazione fatture ordini ' +
    'acquisti prenotazioni prenotazione ufficio lavoro selezione stampa supporto direzione redazione protocollo',
  nl:
    'verkoop klantenservice klantendienst administratie boekhouding facturen factuur inkoop receptie secretariaat vacatures sollicitatie sollicitaties ' +
    'bestellingen reserveren reserveringen redactie vragen algemeen',
  pl: 'biuro sprzedaz sprzedaż kontakt pomoc zamowienia zamówienia faktury ksiegowosc księgowość rekrutacja praca sekretariat reklamacje rezerwacje redakcja dzialhandlowy handlowy kadry',
  cs: 'podpora obchod prodej objednavky objednávky fakturace ucetni ucetnictvi účetnictví kancelar kancelář reklamace recepce rezervace redakce',
  sk: 'predaj objednavky objednávky fakturacia fakturácia uctovnictvo účtovníctvo kancelaria kancelária reklamacie rezervacie podpora',
  hu: 'kapcsolat ertekesites értékesítés ugyfelszolgalat ügyfélszolgálat rendeles rendelés szamlazas számlázás iroda titkarsag titkárság penzugy pénzügy foglalas allas segitseg',
  ro: 'vanzari vânzări comenzi comanda facturare contabilitate secretariat suport asistenta asistență rezervari rezervări cariere birou relatiiclienti',
  hr: 'prodaja podrska podrška narudzbe narudžbe racunovodstvo računovodstvo tajnistvo tajništvo ured rezervacije',
  sl: 'prodaja podpora narocila naročila racunovodstvo računovodstvo tajnistvo pisarna rezervacije',
  sr: 'prodaja podrska podrška porudzbine porudžbine racunovodstvo računovodstvo kancelarija продаја подршка контакт',
  bg: 'prodajbi porachki schetovodstvo ofis poddrajka продажби поръчки офис контакти поддръжка',
  ru: 'prodazhi zakaz zakazy buhgalteria buh otdelkadrov kadry priemnaya sekretar reklama podderzhka vopros инфо почта заказ заказы продажи поддержка бухгалтерия приемная приёмная реклама контакты кадры',
  uk: 'zamovlennya prodazhi buhgalteriya pidtrymka інфо пошта замовлення підтримка бухгалтерія продажі контакти',
  tr: 'bilgi iletisim iletişim satis satış destek muhasebe siparis sipariş fatura insankaynaklari insankaynakları rezervasyon musterihizmetleri müşterihizmetleri yardim yardım',
  sv: 'kundtjanst kundtjänst kundservice forsaljning försäljning ekonomi faktura fakturor bestallning beställning bokning reception kansli jobb',
  da: 'kundeservice salg bogholderi faktura ordre bestilling booking reception kontoret hjaelp hjælp',
  nb: 'kundeservice salg regnskap faktura post postmottak bestilling ordre resepsjon hjelp stilling',
  fi: 'asiakaspalvelu myynti laskutus laskut tilaukset toimisto tuki varaukset rekry kirjaamo palaute tiedotus',
  et: 'klienditugi myyk müük tellimused kontor tugi raamatupidamine',
  lv: 'pardosana pārdošana gramatvediba grāmatvedība pasutijumi birojs atbalsts',
  lt: 'pardavimai buhalterija uzsakymai užsakymai pagalba biuras sekretoriatas',
  el: 'epikoinonia poliseis paraggelies logistirio grammateia πληροφορίες πωλήσεις επικοινωνία παραγγελίες λογιστήριο',
  id: 'kontak penjualan layanan bantuan pemasaran keuangan pesanan humas lowongan',
  vi: 'lienhe kinhdoanh banhang hotro ketoan tuyendung donhang cskh',
  ja: 'otoiawase toiawase soumu keiri jinji eigyo saiyo お問い合わせ お問合せ 総務 営業 採用 経理',
  zh: 'kefu xiaoshou zhaopin caiwu shangwu 客服 销售 銷售 招聘 财务 財務 商务 商務 信息 联系 聯絡',
  ko: '문의 고객센터 영업 채용 관리자 인사',
  ar: 'مبيعات المبيعات دعم الدعم معلومات اتصل وظائف',
  he: 'מידע מכירות תמיכה שירות משרד',
  hi: 'संपर्क सहायता बिक्री जानकारी',
};

const ROLES: ReadonlySet<string> = new Set(Object.values(BY_LANGUAGE).flatMap((names) => names.split(' ')));

/** True if a local part, in lower case and without a subaddress, names a function. */
export const isRole = (user: string): boolean => ROLES.has(user);
