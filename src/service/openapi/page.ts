import { html } from 'hono/html';
import type { Document, Operation, Parameter, Reference, Response, Schema } from './types.js';

/** `html` of Hono escapes text. Without promises inside, it is text itself. */
type Markup = ReturnType<typeof html>;

const pointed = (document: Document, { $ref }: Reference): Schema | Response | undefined => {
  const [, , kind = '', name = ''] = $ref.split('/');
  return kind === 'schemas' ? document.components.schemas[name] : document.components.responses[name];
};

const typeOf = (schema: Schema): string => {
  const { type, format, items, anyOf, const: only } = schema;
  if (schema.enum) return schema.enum.map(String).join(' | ');
  if (only !== undefined) return JSON.stringify(only);
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (items) return `list of ${typeOf(items)}`;
  return format ?? [type ?? 'any'].flat().join(' or ');
};

interface Row {
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
}

/** The fields of an object, those of objects inside with their path. */
const rowsOf = ({ properties = {}, required = [] }: Schema, path = ''): Row[] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const inside = schema.items?.properties ? schema.items : schema;
    const own = {
      name: `${path}${name}`,
      type: inside.properties ? (schema.items ? 'list of objects' : 'object') : typeOf(schema),
      isRequired: required.includes(name),
      description: schema.description ?? '',
    };
    return [own, ...rowsOf(inside, `${own.name}${schema.items ? '[]' : ''}.`)];
  });

const table = (rows: Row[]): Markup =>
  html`<table>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Type</th>
        <th scope="col">Meaning</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ name, type, isRequired, description }) =>
          html`<tr>
            <th scope="row"><code>${name}</code></th>
            <td>${type}${isRequired ? '' : html` <span class="soft">(optional)</span>`}</td>
            <td>${description}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;

const parameterRow = ({ name, schema, required, description }: Parameter): Row => ({
  name,
  type: typeOf(schema),
  isRequired: required,
  description,
});

const shown = (value: unknown): Markup => html`<pre><code>${JSON.stringify(value, null, 2)}</code></pre>`;

const ACCESS: Record<string, string> = {
  apikey: 'An API key: ?apikey=, X-API-Key or Authorization: Bearer.',
  session: 'The cookie of a session.',
  signature: 'A signature: webhook-signature (Standard Webhooks).',
};

const isResponse = (response: Schema | Response | undefined): response is Response =>
  response !== undefined && 'content' in response;

const responsesOf = (document: Document, { responses }: Operation): [status: string, response: Response][] =>
  Object.entries(responses).flatMap(([status, response]) => {
    const found = '$ref' in response ? pointed(document, response) : response;
    return isResponse(found) ? [[status, found]] : [];
  });

const schemaOf = (document: Document, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (pointed(document, { $ref: schema.$ref }) as Schema);

const article = (document: Document, path: string, method: string, operation: Operation): Markup => {
  const { operationId, summary, description, parameters, requestBody, security } = operation;
  const [access = ''] = Object.keys(security[0] ?? {});
  const body = requestBody?.content['application/json'];
  const fields = body ? rowsOf(schemaOf(document, body.schema)) : [];
  const responses = responsesOf(document, operation);
  const [, success] = responses.find(([status]) => status.startsWith('2')) ?? [];
  const answer = success?.content['application/json'];
  return html`<article aria-labelledby="${operationId}">
    <h3 id="${operationId}"><code>${method.toUpperCase()} ${path}</code></h3>
    <p>${summary} ${description}</p>
    ${access ? html`<p class="soft">${ACCESS[access]}</p>` : ''}
    ${
      parameters.length > 0
        ? html`<h4>Parameters</h4>
            ${table(parameters.map(parameterRow))}`
        : ''
    }
    ${
      body && fields.length > 0
        ? html`<h4>Body</h4>
            ${table(fields)}${shown(body.example)}`
        : ''
    }
    ${
      body && fields.length === 0
        ? html`<h4>Body</h4>
            <p><code>{}</code></p>`
        : ''
    }
    <h4>Answer</h4>
    ${answer ? html`${table(rowsOf(schemaOf(document, answer.schema)))}${shown(answer.example)}` : ''}
    <ul>
      ${responses.map(([status, response]) => html`<li>${status}: ${response.description.replaceAll('`', '')}</li>`)}
    </ul>
  </article>`;
};

const slug = (name: string): string => name.toLowerCase().replace(/[^a-z]+/g, '-');

/** Makes the page for people of an OpenAPI document. */
export const pageOf = (document: Document): string => {
  const { info, tags, paths, servers } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const byTag = tags.map(({ name, description }) => ({
    name,
    description,
    own: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title}: API</title>
        <link rel="stylesheet" href="docs.css" />
      </head>
      <body>
        <main>
          <h1>${info.title}: API</h1>
          <p>${info.summary} ${info.description}</p>
          <p>
            Base URL: <code>${servers[0]?.url}</code>. For programs: <a href="openapi.json">openapi.json</a> (OpenAPI
            ${document.openapi}).
          </p>
          <nav aria-label="Endpoints">
            ${byTag.map(
              ({ name, own }) =>
                html`<p id="list-of-${slug(name)}">${name}</p>
                  <ul aria-labelledby="list-of-${slug(name)}">
                    ${own.map(
                      ({ path, method, operation }) =>
                        html`<li>
                          <a href="#${operation.operationId}">${method.toUpperCase()} ${path}</a> ${operation.summary}
                        </li>`,
                    )}
                  </ul>`,
            )}
          </nav>
          ${byTag.map(
            ({ name, description, own }) =>
              html`<section aria-labelledby="tag-${slug(name)}">
                <h2 id="tag-${slug(name)}">${name}</h2>
                <p>${description}</p>
                ${own.map(({ path, method, operation }) => article(document, path, method, operation))}
              </section>`,
          )}
        </main>
      </body>
    </html>`;
  // Without promises inside it is no promise.
  return page as string;
};
