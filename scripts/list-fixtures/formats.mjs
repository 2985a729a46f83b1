/** The formats of the files: texts in an encoding, archives, workbooks. */
import { strToU8, zipSync } from 'fflate';
import iconv from 'iconv-lite';

export const text = (content, encoding = 'utf-8', bom = false) => iconv.encode(content, encoding, { addBOM: bom });
/** Lines, each with its end. */
export const lines = (rows, end = '\r\n') => rows.map((row) => `${row}${end}`).join('');
export const quoted = (rows) => rows.map((cells) => cells.map((cell) => `"${cell}"`).join(','));
/** The same bytes whenever it runs. */
export const zip = (files) =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, strToU8(content)])), {
      mtime: '2024-01-01T00:00:00Z',
    }),
  );

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const SHEET_NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELS_NS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The links of a sheet by the references of their cells. */
const linksOf = (links) =>
  Object.keys(links).length === 0
    ? ''
    : `<hyperlinks>${Object.keys(links)
        .map((cell, at) => `<hyperlink ref="${cell}" r:id="rId${at + 1}"/>`)
        .join('')}</hyperlinks>`;
export const inline = (reference, content) => `<c r="${reference}" t="inlineStr"><is><t>${content}</t></is></c>`;

/**
 * A workbook: `sheets` are names and their XML within <sheetData>, `links` those of the first sheet, `nameOf` the name of a
 * file in the archive.
 */
export const xlsx = (
  sheets,
  { strings = [], formats = '', styles = [0], properties = '', links = {}, nameOf = (name) => name } = {},
) => {
  const names = Object.keys(sheets);
  const files = {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships ${RELS_NS}><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook ${SHEET_NS} xmlns:r="${OFFICE}">${properties}<sheets>${names
      .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships ${RELS_NS}>${names
      .map(
        (_, at) =>
          `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="rId98" Type="${OFFICE}/styles" Target="/xl/styles.xml"/><Relationship Id="rId99" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${XML}<worksheet ${SHEET_NS} xmlns:r="${OFFICE}"><sheetData>${sheets[name]}</sheetData>${linksOf(links)}</worksheet>`,
      ]),
    ),
    ...(Object.keys(links).length > 0 && {
      'xl/worksheets/_rels/sheet1.xml.rels': `${XML}<Relationships ${RELS_NS}>${Object.values(links)
        .map(
          (target, at) =>
            `<Relationship Id="rId${at + 1}" Type="${OFFICE}/hyperlink" Target="${target}" TargetMode="External"/>`,
        )
        .join('')}</Relationships>`,
    }),
    'xl/styles.xml': `${XML}<styleSheet ${SHEET_NS}><numFmts>${formats}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${XML}<sst ${SHEET_NS}>${strings.map((string) => `<si>${string}</si>`).join('')}</sst>`,
  };
  return zip(Object.fromEntries(Object.entries(files).map(([name, content]) => [nameOf(name), content])));
};

const ODS_NS =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"';
const ODS_STYLES =
  '<office:automatic-styles><style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>';
export const ods = (tables, type = 'application/vnd.oasis.opendocument.spreadsheet') =>
  zip({
    mimetype: type,
    'content.xml': `${XML}<office:document-content ${ODS_NS}>${ODS_STYLES}<office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  });
export const odsCell = (content, attributes = 'office:value-type="string"') =>
  `<table:table-cell ${attributes}><text:p>${content}</text:p></table:table-cell>`;
export const odsRow = (cells, attributes = '') => `<table:table-row ${attributes}>${cells.join('')}</table:table-row>`;
