const HOSTS = // mailboxes for firms and persons
  (
    'google.com googlemail.com outlook.com hotmail.com protection.outlook.com yahoodns.net icloud.com zoho.com zoho.eu zoho.in zoho.com.au zohomail.com ' +
    'messagingengine.com protonmail.ch yandex.net yandex.ru mail.ru fastmail.com migadu.com mailbox.org posteo.de tutanota.de runbox.com titan.email ' +
    'emailsrvr.com everyone.net mailfence.com hey.com purelymail.com mxrouting.net startmail.com infomaniak.ch kolabnow.com pobox.com tuffmail.com ' +
    // registrars and web hosts
    'secureserver.net registrar-servers.com privateemail.com web-hosting.com ovh.net ovh.ca kundenserver.de 1and1.com ionos.com ionos.de ionos.co.uk perfora.net ' +
    'gandi.net hostinger.com one.com rzone.de strato.de your-server.de transip.email transip.nl dreamhost.com bluehost.com hostgator.com ' +
    'mailspamprotection.com siteground.net hostedemail.com name.com dynadot.com porkbun.com loopia.se simply.com domeneshop.no zone.eu active24.com ' +
    'forpsi.com wedos.net home.pl nazwa.pl az.pl aruba.it register.it serverplan.com arsys.es dinaserver.com combell.com mijndomein.nl antagonist.nl ' +
    'mail-hosting.nl savvii.nl hostpoint.ch metanet.ch cyon.ch all-inkl.com kasserver.com df.eu ispgateway.de udag.de mittwald.info netcup.net hosteurope.de ' +
    'sakura.ne.jp xserver.jp lolipop.jp muumuu-mail.com mxhichina.com qiye.aliyun.com exmail.qq.com qq.com ym.163.com netease.com 263.net ' +
    'locaweb.com.br kinghost.net uol.com.br hostnet.nl websupport.sk beget.com beget.ru timeweb.ru nic.ru reg.ru jino.ru ukraine.com.ua ' +
    'crazydomains.com ventraip.email netregistry.net mailanyone.net fatcow.com ipage.com networksolutionsemail.com register.com wix.com squarespace.com wordpress.com ' +
    // forwarding, gateways and mail for programs
    'improvmx.com forwardemail.net cloudflare.net mailgun.org amazonaws.com sendgrid.net mandrillapp.com postmarkapp.com simplelogin.co anonaddy.me ' +
    'mimecast.com mimecast.co.za pphosted.com ppe-hosted.com messagelabs.com barracudanetworks.com iphmx.com mailcontrol.com trendmicro.com trendmicro.eu ' +
    'hornetsecurity.com antispameurope.com antispamcloud.com spamexperts.com sophos.com mxlogic.net mx25.net mailroute.net fireeyecloud.com retarus.com'
  ).split(' ');

/**
 * The mail servers of hosting providers, by the end of their host names. A disposable domain among their customers
 * proves nothing about the other customers.
 */
export const HOSTING: ReadonlyMap<string, true> = new Map(HOSTS.map((host) => [host, true]));
