/** Small spreadsheets for tests. */
import { strToU8, zipSync } from 'fflate';

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The files of a ZIP archive. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

export const archive = (files: Files): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, content]) => [
          name,
          typeof content === 'string' ? strToU8(content) : content,
        ]),
      ),
    ),
  );

/** The files of a workbook. @param sheets the XML within <sheetData>, by the names of the sheets. */
export const workbookFiles = (sheets: Readonly<Record<string, string>>, strings = ''): Record<string, string> => {
  const names = Object.keys(sheets);
  const relations = names
    .map((_, at) => `<Relationship Id="r${at}" Type="${TYPES}/worksheet" Target="worksheets/s${at}.xml"/>`)
    .join('');
  return {
    'xl/workbook.xml': `<workbook xmlns:r="${TYPES}"><sheets>${names
      .map((name, at) => `<sheet name="${name}" r:id="r${at}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations}<Relationship Id="s" Type="${TYPES}/sharedStrings" Target="strings.xml"/></Relationships>`,
    'xl/strings.xml': `<sst>${strings}</sst>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/s${at}.xml`,
        `<worksheet><sheetData>${sheets[name] ?? ''}</sheetData></worksheet>`,
      ]),
    ),
  };
};

/** A cell with text. */
export const text = (content: string, reference = ''): string =>
  `<c${reference && ` r="${reference}"`} t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c>`;

export const row = (...cells: string[]): string => `<row>${cells.map((cell) => text(cell)).join('')}</row>`;

export const workbook = (sheets: Readonly<Record<string, string>>, strings?: string): Buffer =>
  archive(workbookFiles(sheets, strings));

/** A spreadsheet of OpenDocument. @param tables its <table:table> elements. */
export const openDocument = (tables: string): Buffer =>
  archive({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  });
