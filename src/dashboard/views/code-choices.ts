/**
 * The values that the code is written with, as fields: the site, the edge and the key; and the origins that the
 * deployment's edge allows.
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { Key } from '../answers.js';
import { hint } from '../fields.js';
import { readEdgeUrl, readOrigin } from '../site.js';
import { WORDS } from '../words/index.js';

/** The values that the person typed and chose. The fields write them. */
export interface Choices {
  /** As typed. */
  site: string;
  /** As typed. */
  edge: string;
  /** True if pages call an edge of the person's, not the deployment's, which is the operator's. */
  isOwnEdge: boolean;
  /** The key of the code; null: the first one. */
  keyId: number | null;
}

/**
 * The fields.
 * @param keys the keys to choose from.
 * @param key the chosen one.
 * @param hasEdge true if pages can call the deployment's edge too.
 */
export const choicesOf = (
  choices: Choices,
  keys: readonly Key[],
  key: Key | undefined,
  hasEdge: boolean,
): TemplateResult => html`
  ${hasEdge ? whichEdge(choices) : nothing}
  <div class="fields">
    ${textField(choices, 'site', WORDS.site, WORDS.siteHint, choices.site !== '' && readOrigin(choices.site) === null ? WORDS.siteWrong : null)}
    ${
      choices.isOwnEdge
        ? textField(
            choices,
            'edge',
            WORDS.edgeUrl,
            WORDS.edgeHint,
            readEdgeUrl(choices.edge) === null ? WORDS.edgeWrong : null,
          )
        : nothing
    }
    ${
      keys.length > 1
        ? html`<div class="field">
            <label for="code-key">${WORDS.keyOfCode}</label>
            <select
              id="code-key"
              @change=${({ target }: Event) => {
                choices.keyId = Number((target as HTMLSelectElement).value);
              }}
            >
              ${keys.map(
                ({ id, name, prefix }) =>
                  html`<option value=${id} ?selected=${id === key?.id}>${name} (${prefix}…)</option>`,
              )}
            </select>
          </div>`
        : nothing
    }
  </div>
`;

const textField = (
  choices: Choices,
  name: 'site' | 'edge',
  label: string,
  help: string,
  wrong: string | null,
): TemplateResult =>
  html`<div class="field">
    <label for="code-${name}">${label}</label>
    <input
      id="code-${name}"
      inputmode="url"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      maxlength="500"
      .value=${choices[name]}
      aria-invalid=${wrong !== null}
      aria-describedby="code-${name}-hint"
      @input=${({ target }: Event) => {
        choices[name] = (target as HTMLInputElement).value;
      }}
    />
    ${
      wrong === null
        ? hint(`code-${name}-hint`, help)
        : html`<p class="hint problem" id="code-${name}-hint">${wrong}</p>`
    }
  </div>`;

const whichEdge = (choices: Choices): TemplateResult => {
  const choice = (isOwn: boolean, words: string): TemplateResult =>
    html`<label class="choice"
      ><input
        type="radio"
        name="which-edge"
        .checked=${choices.isOwnEdge === isOwn}
        @change=${() => {
          choices.isOwnEdge = isOwn;
        }}
      />
      <span>${words}</span></label
    >`;
  return html`<fieldset class="row">
    <legend>${WORDS.whichEdge}</legend>
    ${choice(false, WORDS.thisEdge)} ${choice(true, WORDS.ownEdge)}
  </fieldset>`;
};

/**
 * The origins that may use the deployment's edge, and how to change them.
 * @param origin the site's; null: it is not known yet.
 */
export const originsOf = (origins: readonly string[], origin: string | null): TemplateResult => {
  const isAllowed = origin === null || origins.includes(origin);
  const wanted = isAllowed ? origins : [...origins, origin];
  return html`
    <h3>${WORDS.origins}</h3>
    <ul class="plain">
      ${origins.map((one) => html`<li><code>${one}</code></li>`)}
    </ul>
    ${
      origin === null
        ? nothing
        : html`<p class=${isAllowed ? 'soft' : 'warning'}>
            ${isAllowed ? WORDS.originAllowed(origin) : WORDS.originMissing(origin)}
          </p>`
    }
    <p class="soft">${WORDS.originsHint}</p>
    <pre tabindex="0" role="group" aria-label="ALLOWED_ORIGINS"><code>ALLOWED_ORIGINS=${wanted.join(',')}</code></pre>
  `;
};
