/** The values of `plan` that forms sent to `/edge/landing`, by the value of their field `run`. */
const landings = new Map();

/** The reports of outcomes, by the names of their forms. */
const reports = new Map();

/** The codes of the postmasters of some domains. */
const POSTMASTERS = {
  'gone.example': ['invalid', 'domain_not_found'],
  'throwaway.example': ['risky', 'disposable', 'role_account'],
};

/** The answer to a check. */
export const answerTo = (email) => {
  const [local, domain] = email.split('@');
  const [status, ...sub_status] = local === 'postmaster' ? (POSTMASTERS[domain] ?? ['valid', 'role_account']) : [local];
  return { email, status, quality: 'unknown', sub_status, did_you_mean: null, receipt: `receipt for ${email}` };
};

/** As much of an edge as a page can tell: the local part of an address is its verdict, but for a postmaster's. */
export const edge = async (context, next) => {
  if (!context.path.startsWith('/edge/')) return next();
  context.set('cache-control', 'no-store');
  if (context.path === '/edge/token') {
    context.body = { token: 'a token', expires_in: 600 };
    return;
  }
  if (context.path === '/edge/landing') {
    const { run, plan } = context.query;
    landings.set(run, [...(landings.get(run) ?? []), plan ?? null]);
    context.body = 'Thank you.';
    return;
  }
  if (context.path === '/edge/landings') {
    context.body = landings.get(context.query.run) ?? [];
    return;
  }
  if (context.path === '/edge/outcomes' && context.method === 'GET') {
    context.body = reports.get(context.query.form) ?? [];
    return;
  }
  let text = '';
  for await (const piece of context.req) text += piece;
  if (context.path === '/edge/outcomes') {
    const report = JSON.parse(text);
    reports.set(report.form, [...(reports.get(report.form) ?? []), report]);
    context.body = { counted: true };
    return;
  }
  const { email } = JSON.parse(text);
  context.body = answerTo(email);
};
