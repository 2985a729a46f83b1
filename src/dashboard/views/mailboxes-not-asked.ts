/** The note of a service that does not ask mail servers: the meaning of its verdicts, and what asking needs. */
import { html, type TemplateResult } from 'lit';
import { WORDS } from '../words/index.js';

export const mailboxesNotAsked = (): TemplateResult => html`
  <section class="note" aria-labelledby="not-asked">
    <h2 id="not-asked">${WORDS.notAskedTitle}</h2>
    <p>${WORDS.notAskedLead}</p>
    <details>
      <summary>${WORDS.askingNeeds}</summary>
      <p>${WORDS.askingIsSet}</p>
      <dl>
        ${WORDS.askingNeedsEach.map(
          ([setting, text]) =>
            html`<dt><code>${setting}</code></dt>
              <dd>${text}</dd>`,
        )}
      </dl>
      <p>
        <code>npx email-verify-server doctor</code> ${WORDS.doctorSays}
        <a href=${WORDS.probingUrl}>${WORDS.probingPage}</a>
      </p>
    </details>
  </section>
`;
