/** XML, parsed as it comes. */
import { SaxesParser } from 'saxes';
import { turns } from '../../../../util/turns.js';
import { ListFileError } from '../../../../address/list-file/list-file-error.js';
import { damagedSpreadsheet } from '../file-kind.js';

/** Receives what is in a file of XML. Names have their prefixes. */
export interface XmlHandlers {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

/** Characters without an element between them. */
const MAX_TEXT = 1_048_576;
const MAX_DEPTH = 256;

const tooLong = (): ListFileError => damagedSpreadsheet(`a cell in it is longer than ${MAX_TEXT} characters`);
/** Characters that are parsed before the next look at the time: a millisecond. */
const PIECE = 16_384;

/** Appends a part of the text of a cell. @throws ListFileError when it is too long. */
export const appended = (text: string, part: string): string => {
  if (text.length + part.length > MAX_TEXT) throw tooLong();
  return text + part;
};

/** A name without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Finds the value of an attribute, whatever its prefix. */
export const attribute = (attributes: Readonly<Record<string, string>>, name: string): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => localName(key) === name)?.[1];

/**
 * Parses XML in turns, and stops after each piece, so that its caller can go on with what the handlers received.
 * @throws ListFileError for what is no XML, or has a document type: entities could make it grow.
 */
export async function* parseXml(
  chunks: AsyncIterable<Buffer>,
  { open, close, text }: XmlHandlers,
): AsyncGenerator<void, void, undefined> {
  const parser = new SaxesParser();
  let [quiet, depth] = [0, 0];
  parser.on('opentag', ({ name, attributes }) => {
    [quiet, depth] = [0, depth + 1];
    if (depth > MAX_DEPTH) throw damagedSpreadsheet('its elements are nested too deeply');
    open(name, attributes);
  });
  parser.on('closetag', ({ name }) => {
    [quiet, depth] = [0, depth - 1];
    close?.(name);
  });
  parser.on('doctype', () => {
    throw damagedSpreadsheet('it has a document type');
  });
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  const decoder = new TextDecoder();
  const write = (part: string): void => {
    quiet += part.length;
    if (quiet > MAX_TEXT) throw tooLong();
    parser.write(part);
  };
  try {
    for await (const chunk of chunks) {
      const part = decoder.decode(chunk, { stream: true });
      for (let at = 0; at < part.length; at += PIECE) {
        write(part.slice(at, at + PIECE));
        if (turns.isOver()) await turns.rest();
        yield;
      }
    }
    parser.close();
    yield;
  } catch (error) {
    throw error instanceof ListFileError || isOurs(error) ? error : damagedSpreadsheet('its XML is malformed');
  }
}

/** saxes throws plain errors that begin with a line and a column. */
const isOurs = (error: unknown): boolean =>
  !(error instanceof Error && /^(?:undefined|.*?:)?\d+:\d+: /.test(error.message));

/** Parses a small file of XML. */
export const readXml = async (chunks: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> => {
  const parsed = parseXml(chunks, handlers);
  while ((await parsed.next()).done !== true);
};
