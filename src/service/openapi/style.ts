/** The style of the page, light and dark by the reader's setting. */
export const STYLE = `:root {
  color-scheme: light dark;
  --text: light-dark(#1b1f24, #e8eaed);
  --soft: light-dark(#57606a, #a6adb5);
  --line: light-dark(#d0d7de, #3d444d);
  --page: light-dark(#fff, #14171a);
  --block: light-dark(#f4f6f8, #1e2329);
  --link: light-dark(#0550ae, #79b8ff);
}
* {
  box-sizing: border-box;
}
body {
  margin: 0 auto;
  max-width: 60rem;
  padding: 1rem;
  font: 1rem/1.5 system-ui, sans-serif;
  color: var(--text);
  background: var(--page);
  overflow-wrap: break-word;
}
a {
  color: var(--link);
}
h2 {
  margin-top: 3rem;
  border-bottom: 1px solid var(--line);
}
h3 {
  margin-top: 2.5rem;
  font-size: 1.1rem;
}
h3 code {
  font-size: inherit;
  font-weight: 700;
}
:target {
  color: var(--link);
}
h4 {
  margin-bottom: 0.25rem;
  font-size: 1rem;
}
nav p {
  margin-bottom: 0.25rem;
  font-weight: 600;
}
nav ul {
  margin-top: 0;
  list-style: none;
  padding: 0;
}
nav li {
  padding-block: 0.2rem;
}
code,
pre {
  font: 0.9rem/1.5 ui-monospace, monospace;
}
pre {
  padding: 0.75rem;
  background: var(--block);
  border-radius: 0.4rem;
  white-space: pre-wrap;
}
table {
  width: 100%;
  border-collapse: collapse;
  /* By its content, a long list of values would leave no room for the names. */
  table-layout: fixed;
}
thead th {
  width: 32%;
}
thead th:first-child {
  width: 38%;
}
thead th:nth-child(2) {
  width: 30%;
}
th,
td {
  padding: 0.4rem 0.6rem 0.4rem 0;
  text-align: start;
  vertical-align: top;
  border-bottom: 1px solid var(--line);
}
th {
  font-weight: 600;
}
.soft {
  color: var(--soft);
}
@media (max-width: 40rem) {
  thead {
    position: absolute;
    clip-path: inset(50%);
  }
  tr {
    display: block;
    padding: 0.4rem 0;
    border-bottom: 1px solid var(--line);
  }
  td,
  tbody th {
    display: block;
    padding: 0;
    border: 0;
  }
}
`;
