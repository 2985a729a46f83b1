import { SignUp } from './react-ssr-form.jsx';

export const Document = ({ path, endpoint, hold, script }) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <title>Join</title>
      <link rel="icon" href="data:," />
      <script
        dangerouslySetInnerHTML={{ __html: `window.site = ${JSON.stringify({ path, endpoint, hold, script })}` }}
      />
      {script && <script type="module" src="/cdn/email-verify.js" data-endpoint={endpoint} data-hold={hold} />}
      <script type="module" async src={`${path}page.js`} />
    </head>
    <body>
      <SignUp />
    </body>
  </html>
);
