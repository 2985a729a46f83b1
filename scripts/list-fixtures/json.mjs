/** JSON of other shapes than an array of objects. */
import { lines, text } from './formats.mjs';

export const JSON_FILES = {
  'jcard.json': text(
    '[["vcard",[["version",{},"text","4.0"],["fn",{},"text","Ana"],["n",{},"text",["Núñez","Ana","","",""]],["email",{"type":"work"},"text","ana@nunez-libros.com"]]],["vcard",[["fn",{},"text","Zoë"],["email",{},"text","zoe@haworth-mill.com"]]]]\n',
  ),
  'firebase-realtime-database.json': text(
    '{"settings":{"theme":"dark"},"users":{"-Na":{"email":"ana@nunez-libros.com","name":"Ana"},"-Nb":{"email":"zoe@haworth-mill.com"}}}\n',
  ),
  'phpmyadmin.json': text(
    lines(
      [
        ...['[', '{"type":"header","version":"5.2.1","comment":"Export to JSON plugin for phpMyAdmin"},'],
        ...['{"type":"database","name":"shop"},', '{"type":"table","name":"users","database":"shop","data":', '['],
        ...['{"id":"1","email":"ana@nunez-libros.com"},', '{"id":"2","email":"zoe@haworth-mill.com"}', ']', '}', ']'],
      ],
      '\n',
    ),
  ),
  'json-text-sequence.json-seq': text('\x1e{"email":"ana@nunez-libros.com"}\n\x1e{"email":"zoe@haworth-mill.com"}\n'),
  'pages-of-an-api.json': text(
    '[{"email":"ana@nunez-libros.com"},{"email":"zoe@haworth-mill.com"}]\n[{"email":"luis@conceicao-vinhos.com"}]\n',
  ),
  'pandas-columns.json': text(
    '{"email":{"0":"ana@nunez-libros.com","1":"zoe@haworth-mill.com"},"age":{"0":34,"1":null},"name":{"0":"Ana","1":"Zoë"}}\n',
  ),
  'arrays-of-columns.json': text(
    '{"name":["Ana","Zoë"],"email":["ana@nunez-libros.com","zoe@haworth-mill.com"],"vip":[true,false]}\n',
  ),
  'by-address.json': text(
    '{"subscribers":{"ana@nunez-libros.com":{"name":"Ana"},"zoe@haworth-mill.com":{"name":"Zoë","tags":["a"]}}}\n',
  ),
  'two-tables.csv': text(
    lines([
      ...['Name,Email', 'Ana,ana@nunez-libros.com', ''],
      ...['Company,City,Phone,Email', 'Haworth,Leeds,1,zoe@haworth-mill.com'],
    ]),
  ),
};
