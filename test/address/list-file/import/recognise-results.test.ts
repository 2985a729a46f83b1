import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { recogniseResults } from '../../../../src/address/list-file/import/recognise-results.js';
import { readText } from '../../../service/lists/file/support.js';
import { assertIncludes } from '../../../support/includes.js';

/** Reads a result file: the vendor, and for each address the status, the quality, the codes and the suggestion. */
const importAll = async (text: string) => {
  const { columns, rows, sample, emailColumn } = await readText(text);
  const importer = recogniseResults(columns ?? [], sample);
  return {
    vendor: importer?.vendor,
    results: rows.map(({ cells, email }) => {
      const result = importer?.read(cells, emailColumn.index);
      const words = result && [result.status, result.quality, ...result.sub_status].join(' ');
      return [email.split('@')[0], result?.did_you_mean ? `${words ?? ''} > ${result.did_you_mean}` : words];
    }),
  };
};

describe('recogniseResults', () => {
  it('reads a file of ZeroBounce', async () => {
    const text = `"Email Address","First Name","Last Name","Gender","ZB Status","ZB Sub Status","ZB Account","ZB Domain","ZB First Name","ZB Last Name","ZB Gender","ZB Free Email","ZB MX Found","ZB MX Record","ZB SMTP Provider","ZB Did You Mean"
"a@firm.org","","","","valid","","","","zero","bounce","male","False","true","mx.example.com","example",""
"b@gmail.com","","","","valid","alias_address","","","","","","True","true","mx.example.com","example",""
"c@firm.org","","","","invalid","mailbox_not_found","","","","","","False","true","mx.example.com","example",""
"d@gmial.com","","","","invalid","possible_typo","","","","","","True","true","mx.example.com","example","d@gmail.com"
"e@firm.org","","","","catch-all","","","","","","","False","true","mx.example.com","example",""
"f@firm.org","","","","do_not_mail","disposable","","","","","","False","true","mx.example.com","example",""
"g@firm.org","","","","do_not_mail","role_based_catch_all","","","","","","False","true","mx.example.com","example",""
"h@firm.org","","","","unknown","timeout_exceeded","","","","","","False","true","mx.example.com","example",""
"i@firm.org","","","","spamtrap","","","","","","","False","true","mx.example.com","example",""
"j@firm.org","","","","abuse","","","","","","","False","true","mx.example.com","example",""
`;
    assert.deepEqual(await importAll(text), {
      vendor: 'ZeroBounce',
      results: [
        ['a', 'valid safe'],
        ['b', 'valid safe relay free_provider'],
        ['c', 'invalid unsafe mailbox_not_found'],
        ['d', 'invalid unsafe free_provider possible_typo > d@gmail.com'],
        ['e', 'risky caution catch_all'],
        ['f', 'risky unsafe disposable'],
        ['g', 'risky caution catch_all role_account'],
        ['h', 'unknown unknown smtp_timeout'],
        ['i', 'risky unsafe'],
        ['j', 'risky unsafe'],
      ],
    });
  });

  it('reads a file of DeBounce', async () => {
    const text = `EMAIL,RESULT,REASON,"STATUS CODE",ROLE,FREE,DOMAIN
a@firm.org,"Safe to Send",Deliverable,5,No,Yes,firm.org
b@firm.org,Invalid,Bounce,6,No,No,firm.org
c@firm.org,Risky,Accept-All,4,Yes,No,firm.org
d@firm.org,Unknown,Unknown,7,No,No,firm.org
`;
    assert.deepEqual(await importAll(text), {
      vendor: 'DeBounce',
      results: [
        ['a', 'valid safe free_provider'],
        ['b', 'invalid unsafe mailbox_not_found'],
        ['c', 'risky caution catch_all role_account'],
        ['d', 'unknown unknown'],
      ],
    });
  });

  it('reads a file of Mailgun', async () => {
    const text = `address,is_disposable_address,is_role_address,reason,result,risk
a@firm.org,False,False,,deliverable,low
b@firm.org,False,True,mailbox_does_not_exist,undeliverable,high
c@firm.org,True,False,,do_not_send,high
d@firm.org,False,False,,catch_all,medium
`;
    assert.deepEqual(await importAll(text), {
      vendor: 'Mailgun',
      results: [
        ['a', 'valid safe'],
        ['b', 'invalid unsafe mailbox_not_found role_account'],
        ['c', 'risky unsafe disposable'],
        ['d', 'risky caution catch_all'],
      ],
    });
  });

  it('reads a file of Abstract', async () => {
    const text = `email,autocorrect,deliverability,quality_score,is_valid_format,is_free_email,is_disposable_email,is_role_email,is_catchall_email,is_mx_found,is_smtp_valid
a@firm.org,,DELIVERABLE,0.95,TRUE,FALSE,FALSE,FALSE,FALSE,TRUE,TRUE
b@gmial.com,b@gmail.com,UNDELIVERABLE,0.1,TRUE,FALSE,FALSE,FALSE,FALSE,TRUE,FALSE
c@firm.org,,UNKNOWN,0.5,TRUE,FALSE,FALSE,TRUE,TRUE,TRUE,UNKNOWN
`;
    assert.deepEqual(await importAll(text), {
      vendor: 'Abstract',
      results: [
        ['a', 'valid safe'],
        ['b', 'invalid unsafe mailbox_not_found > b@gmail.com'],
        ['c', 'unknown unknown catch_all role_account'],
      ],
    });
  });

  it("takes no column of a customer's own for results", async () => {
    for (const [header, row] of [
      ['Email,Email Status,Lead Score', 'a@firm.org,subscribed,1'],
      ['Email,Result,Reason,Role,Free', 'a@firm.org,won,no time,buyer,no'],
      ['address,result,reason,risk', 'a@firm.org,won,x,low'],
      ['Email,Deliverability,Quality Score', 'a@firm.org,risky,1'],
    ] as const)
      assert.equal((await importAll(`${header}\n${row}\n`)).vendor, undefined, header);
  });

  it('knows a column by its words, however the name of the service is written', async () => {
    for (const [vendor, header, row] of [
      ['NeverBounce', 'Email,NeverBounce Result', 'a@firm.org,valid'],
      ['MillionVerifier', 'Email,MillionVerifier Quality,MillionVerifier Result', 'a@firm.org,good,ok'],
      ['MillionVerifier', 'Email,millionverifier_quality,millionverifier_result', 'a@firm.org,good,ok'],
      ['Kickbox', 'email,KickBox Result,KickBox Reason,KickBox Sendex', 'a@firm.org,deliverable,accepted_email,0.9'],
    ] as const)
      assert.deepEqual(
        [header, await importAll(`${header}\n${row}\n`)],
        [header, { vendor, results: [['a', 'valid safe']] }],
      );
  });

  it('takes no file for one of a service whose words it does not have', async () => {
    for (const text of [
      'Email,Email Status\na@firm.org,Verified\nb@firm.org,Unavailable\n',
      'Email,Email Status\na@firm.org,subscribed\n',
      'Email,Result,Reason\na@firm.org,Safe to Send,Deliverable\n',
      'Email,Clearout Status,Clearout Safe To Send\na@firm.org,Valid,Yes\n',
      'Email,State,Reason,Score\na@firm.org,Texas,moved,7\n',
      'Email,Quality,Result\na@firm.org,high,won\n',
    ])
      assert.equal((await importAll(text)).vendor, undefined, text);
  });

  it('reads a file of NeverBounce', async () => {
    const text = `email,email_status,role_account,free_email_host
a@firm.org,valid,1,0
b@firm.org,invalid,0,0
c@firm.org,disposable,0,0
d@firm.org,catchall,0,0
e@firm.org,Accept All (Unverifiable),0,0
f@firm.org,unknown,0,1
`;
    const chosen = `email,email_status_int,bad_syntax,has_dns_info,has_mail_server,mail_server_reachable
a@firm.org,0,N,Y,Y,Y
b@firm.org,1,Y,N,N,N
c@firm.org,1,N,N,N,N
d@firm.org,1,N,Y,N,N
e@firm.org,2,N,Y,Y,Y
f@firm.org,3,N,Y,Y,Y
g@firm.org,4,N,Y,Y,N
`;
    assert.deepEqual(await importAll(chosen), {
      vendor: 'NeverBounce',
      results: [
        ['a', 'valid safe'],
        ['b', 'invalid unsafe syntax_error'],
        ['c', 'invalid unsafe domain_not_found'],
        ['d', 'invalid unsafe no_mail_server'],
        ['e', 'risky unsafe disposable'],
        ['f', 'risky caution catch_all'],
        ['g', 'unknown unknown smtp_unavailable'],
      ],
    });
    assert.deepEqual(await importAll(text), {
      vendor: 'NeverBounce',
      results: [
        ['a', 'valid safe role_account'],
        ['b', 'invalid unsafe'],
        ['c', 'risky unsafe disposable'],
        ['d', 'risky caution catch_all'],
        ['e', 'risky caution catch_all'],
        ['f', 'unknown unknown free_provider'],
      ],
    });
  });

  it('reads a file of Kickbox', async () => {
    const text = `Email,Result,Reason,Role,Free,Disposable,Accept-All,Did You Mean,Sendex
a@firm.org,deliverable,accepted_email,false,false,false,false,,0.9
b@firm.org,undeliverable,rejected_email,false,false,false,false,,0
c@firm.org,risky,low_deliverability,true,false,false,true,,0.5
d@firm.org,risky,low_quality,false,false,true,false,,0.3
e@gamil.com,undeliverable,invalid_domain,false,true,false,false,e@gmail.com,0
f@firm.org,unknown,no_connect,false,false,false,false,null,0
`;
    assert.deepEqual(await importAll(text), {
      vendor: 'Kickbox',
      results: [
        ['a', 'valid safe'],
        ['b', 'invalid unsafe mailbox_not_found'],
        ['c', 'risky caution catch_all role_account'],
        ['d', 'risky unsafe disposable'],
        ['e', 'invalid unsafe domain_not_found free_provider > e@gmail.com'],
        ['f', 'unknown unknown smtp_unavailable'],
      ],
    });
  });

  it('reads a file of Bouncer', async () => {
    const text = `email,status,reason,domain.acceptAll,domain.disposable,domain.free,account.role,account.fullMailbox,toxic
a@firm.org,deliverable,accepted_email,no,no,no,no,no,unknown
b@firm.org,undeliverable,invalid_email,no,no,no,no,no,unknown
c@firm.org,risky,low_quality,no,no,yes,no,yes,unknown
d@firm.org,risky,low_deliverability,yes,no,no,yes,no,unknown
e@firm.org,unknown,unavailable_smtp,unknown,no,no,no,unknown,unknown
`;
    assert.deepEqual(await importAll(text), {
      vendor: 'Bouncer',
      results: [
        ['a', 'valid safe'],
        ['b', 'invalid unsafe syntax_error'],
        ['c', 'risky caution mailbox_full free_provider'],
        ['d', 'risky caution catch_all role_account'],
        ['e', 'unknown unknown smtp_unavailable'],
      ],
    });
  });

  it('takes no verdict from the duplicates of Emailable', async () => {
    const text = 'email,state,reason,score\na@firm.org,deliverable,accepted_email,100\nb@firm.org,duplicate,,\n';
    assert.deepEqual((await importAll(text)).results, [
      ['a', 'valid safe'],
      ['b', undefined],
    ]);
  });

  it('reads a file of Emailable, by codes or by words', async () => {
    const text = `Email,State,Reason,Score,Accept All,Disposable,Free,Role,Mailbox Full,Did You Mean
a@firm.org,Deliverable,Accepted Email,100,False,False,False,True,False,
b@firm.org,undeliverable,rejected_email,0,false,false,false,false,false,
c@firm.org,Risky,Low Quality,40,True,False,False,False,True,
d@firm.org,Unknown,Timeout,0,,,,,,
`;
    assert.deepEqual(await importAll(text), {
      vendor: 'Emailable',
      results: [
        ['a', 'valid safe role_account'],
        ['b', 'invalid unsafe mailbox_not_found'],
        ['c', 'risky caution mailbox_full catch_all'],
        ['d', 'unknown unknown smtp_timeout'],
      ],
    });
  });

  it('reads a file of Reacher, and names only the first cause', async () => {
    const text = `input,is_reachable,misc.is_disposable,misc.is_role_account,misc.gravatar_url,mx.accepts_mail,smtp.can_connect,smtp.has_full_inbox,smtp.is_catch_all,smtp.is_deliverable,smtp.is_disabled,syntax.is_valid_syntax,syntax.domain,syntax.username,error
a@firm.org,safe,false,false,,true,true,false,false,true,false,true,firm.org,a,
b@firm.org,invalid,false,false,,true,true,false,false,false,false,true,firm.org,b,
c@firm.org,invalid,false,false,,false,false,false,false,false,false,true,firm.org,c,
d@firm.org,invalid,false,false,,false,false,false,false,false,false,false,firm.org,d,
e@firm.org,invalid,false,false,,true,true,false,false,false,true,true,firm.org,e,
f@firm.org,risky,true,true,,true,true,false,true,true,false,true,firm.org,f,
g@firm.org,unknown,false,false,,true,false,false,false,false,false,true,firm.org,g,
`;
    assert.deepEqual(await importAll(text), {
      vendor: 'Reacher',
      results: [
        ['a', 'valid safe'],
        ['b', 'invalid unsafe mailbox_not_found'],
        ['c', 'invalid unsafe no_mail_server'],
        ['d', 'invalid unsafe syntax_error'],
        ['e', 'invalid unsafe mailbox_disabled'],
        ['f', 'risky unsafe catch_all disposable role_account'],
        ['g', 'unknown unknown smtp_unavailable'],
      ],
    });
  });

  it('reads the column result of NeverBounce, if its words are', async () => {
    const text = 'email,result\na@firm.org,valid\nb@firm.org,catchall\nc@firm.org,disposable\nd@firm.org,unknown\n';
    assert.deepEqual(await importAll(text), {
      vendor: 'NeverBounce',
      results: [
        ['a', 'valid safe'],
        ['b', 'risky caution catch_all'],
        ['c', 'risky unsafe disposable'],
        ['d', 'unknown unknown'],
      ],
    });
    assert.equal((await importAll('email,result\na@firm.org,passed\nb@firm.org,failed\n')).vendor, undefined);
  });

  it('reads a file of MillionVerifier', async () => {
    const text = `"email","quality","result","free","role"
a@firm.org,good,ok,no,yes
b@firm.org,bad,invalid,no,no
c@firm.org,risky,catch_all,no,no
d@firm.org,bad,disposable,no,no
e@gmail.com,unknown,unknown,yes,no
`;
    assert.deepEqual(await importAll(text), {
      vendor: 'MillionVerifier',
      results: [
        ['a', 'valid safe role_account'],
        ['b', 'invalid unsafe'],
        ['c', 'risky caution catch_all'],
        ['d', 'risky unsafe disposable'],
        ['e', 'unknown unknown free_provider'],
      ],
    });
  });

  it('reads a file of Hunter', async () => {
    const text = `Email,Status,Score,Regexp,Gibberish,Disposable,Webmail,MX records,SMTP server,SMTP check,Accept all,Block
a@firm.org,valid,100,true,false,false,false,true,true,true,false,false
b@firm.org,invalid,0,true,false,false,false,true,true,false,false,false
c@firm.org,accept_all,70,true,false,false,false,true,true,true,true,false
d@firm.org,disposable,20,true,false,true,false,true,true,true,false,false
e@gmail.com,webmail,80,true,false,false,true,true,true,false,false,false
f@firm.org,unknown,40,true,false,false,false,true,false,false,false,false
`;
    assert.deepEqual(await importAll(text), {
      vendor: 'Hunter',
      results: [
        ['a', 'valid safe'],
        ['b', 'invalid unsafe mailbox_not_found'],
        ['c', 'risky caution catch_all'],
        ['d', 'risky unsafe disposable'],
        ['e', 'unknown unknown free_provider'],
        ['f', 'unknown unknown'],
      ],
    });
    const leads =
      'Email address,Confidence score,Verification date,Verification status\na@firm.org,99,2026-01-31,valid\n';
    assert.deepEqual(await importAll(leads), { vendor: 'Hunter', results: [['a', 'valid safe']] });
  });

  it('keeps the time of a check, and of a time that cannot be, nothing', () => {
    const importer = recogniseResults(['email', 'ZB Status', 'ZB Sub Status', 'ZB Processed At'], []);
    const timeOf = (text: string) => importer?.read(['a@firm.org', 'valid', '', text], 0)?.checked_at;
    assert.equal(timeOf('2026-01-31 12:34:56'), '2026-01-31T12:34:56+00:00');
    assert.equal(timeOf('2026-01-31T12:34:56.789Z'), '2026-01-31T12:34:56+00:00');
    assert.equal(timeOf('2026-01-31T12:34:56+02:00'), '2026-01-31T10:34:56+00:00');
    for (const text of ['', 'yesterday', '2026-02-31 99:00', '9999-01-01']) assert.equal(timeOf(text), undefined);
  });

  const OWN = ['email_verify_status', 'quality', 'score', 'sub_status', 'did_you_mean', 'mx_record', 'checked_at'];

  it('reads our own download, with all that it says', () => {
    const cells = [
      'risky',
      'caution',
      '0.55',
      'catch_all role_account',
      '',
      'mx.firm.org',
      '2026-01-31T12:00:00+00:00',
    ];
    const read = recogniseResults(['Mail', ...OWN, 'mailbox_group'], [])?.read(['a@firm.org', ...cells, '1'], 0);
    assert.deepEqual(read, {
      status: 'risky',
      quality: 'caution',
      score: 0.55,
      sub_status: ['catch_all', 'role_account'],
      did_you_mean: null,
      mx_record: 'mx.firm.org',
      checked_at: '2026-01-31T12:00:00+00:00',
    });
    assert.equal(recogniseResults(['Mail', ...OWN], [])?.vendor, 'email-verify');
    assert.equal(recogniseResults(['Mail', ...OWN.slice(1)], []), undefined);
    assert.equal(
      recogniseResults(['Mail', ...OWN], [])?.read(['a@firm.org', '', '', '', '', '', '', ''], 0),
      undefined,
    );
  });

  it('reads the later of our results in a file that has them twice, and those of a column for the column', () => {
    const row = (status: string) => [status, status === 'valid' ? 'safe' : 'unsafe', '0.10', '', '', '', ''];
    const twice = recogniseResults(['Mail', ...OWN, ...OWN.map((name) => `${name}_2`)], []);
    assert.equal(twice?.read(['a@firm.org', ...row('valid'), ...row('invalid')], 0)?.status, 'invalid');
    const taken = recogniseResults(['Mail', 'score', ...OWN.map((name) => (name === 'score' ? 'score_2' : name))], []);
    assertIncludes(taken?.read(['a@firm.org', '7', ...row('valid')], 0), { status: 'valid', score: 0.1 });
    const columns = ['Mail', 'Privat', ...OWN.map((name) => `${name}_Mail`), ...OWN.map((name) => `${name}_Privat`)];
    const each = recogniseResults(columns, []);
    const cells = ['a@firm.org', 'b@firm.org', ...row('valid'), ...row('invalid')];
    assert.equal(each?.read(cells, 0)?.status, 'valid');
    assert.equal(each.read(cells, 1)?.status, 'invalid');
  });

  it.each([
    [['name', 'email']],
    [['email', 'status']],
    [['email', 'status', 'reason']],
    [['email', 'state', 'score']],
    [['result', 'reason']],
    [['__proto__', 'constructor', '']],
    [[]],
  ])('does not recognise %j', (columns) => {
    assert.equal(recogniseResults(columns, []), undefined);
  });

  it('leaves out rows whose status it does not know', () => {
    const importer = recogniseResults(['email', 'ZB_Status', 'zb_sub_status'], []);
    for (const status of ['', 'new word', 'constructor', '__proto__', 'toString'])
      assert.equal(importer?.read(['a@firm.org', status, 'disposable'], 0), undefined);
    assertIncludes(importer?.read(['a@firm.org', 'VALID', 'constructor'], 0), {
      status: 'valid',
      sub_status: [],
    });
    assert.equal(importer?.read([], 0), undefined);
  });
});
