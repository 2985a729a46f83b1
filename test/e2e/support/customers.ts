/**
 * A list of customers with a duplicate, a cell that is no address, and a row that is no markup.
 * @param name of the last one, in any script.
 */
export const customers = (name: string): string =>
  [
    'Name;E-Mail',
    'Anna;anna@harbour-shop.com',
    'Bert;bert@gone-harbour.com',
    '<img src=x onerror=alert(1)>;info@harbour-shop.com',
    'Anna;anna@Harbour-Shop.com',
    'Carl;carl at harbour',
    `${name};dana@slow-harbour.com`,
  ].join('\r\n');
