/** Texts that people enter for the edge's address on https://shop.example, whose WordPress is in /wp. */

const RIGHT = 'https://a.example/verify/';

/** Texts with one meaning only, and that. */
export const MENDED: Record<string, string> = {
  '': '',
  'https://a.example/verify': RIGHT,
  'a.example/verify': RIGHT,
  '//a.example/verify/': RIGHT,
  '  "HTTPS://A.Example/verify/", ': RIGHT,
  '<https://a.example/verify/>': RIGHT,
  'https:\\\\a.example\\verify\\': RIGHT,
  'https:/a.example/verify': RIGHT,
  'https//a.example/verify': RIGHT,
  'htps://a.example/verify': RIGHT,
  'httsp://a.example/verify': RIGHT,
  'https://a.example/verify/healthz': RIGHT,
  'https://a.example/verify/.well-known/jwks.json': RIGHT,
  'https://bücher.example': 'https://xn--bcher-kva.example/',
  'a.example:8443/v': 'https://a.example:8443/v/',
  'localhost:8090': 'http://localhost:8090/',
  '127.0.0.1:8090/verify': 'http://127.0.0.1:8090/verify/',
  '[::1]:8090': 'http://[::1]:8090/',
  'http://localhost:8080/verify/': 'http://localhost:8080/verify/',
  'edge:8080': 'https://edge:8080/',
  'shop.example/verify': 'https://shop.example/verify/',
};

/** Texts that are none, and what is said of them; `secret: ` if they may hold one. */
export const REFUSED: Record<string, RegExp> = {
  'http://a.example/': /^Browsers refuse http:\/\/ on a site with https\. Enter https:\/\/a\.example\/$/,
  'http://10.0.0.1/admin?': /^It goes on after a "\?".* Enter http:\/\/10\.0\.0\.1\/admin\/$/,
  'https://a.example/#': /^It goes on after a "#".* Enter https:\/\/a\.example\/$/,
  'https://a.example/?x=1#y': /^It goes on after a "\?"/,
  'https://me@a.example/': /^It has a user name or a password/,
  'https://me:word@a.example/': /^secret: It has a user name or a password/,
  'a.example/api/validate?apikey=abc': /^secret: It goes on after a "\?".* Enter https:\/\/a\.example\/verify\/$/,
  'live_Zk3-9dKx7aQpLm2nRt5vWy8z': /^secret: It looks like an API key/,
  d41d8cd98f00b204e9800998ecf8427e: /^secret: It looks like an API key/,
  'eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2ln': /^secret: It looks like an API key/,
  'anna@a.example': /^It is an email address\. Enter the address of the edge, such as https:/,
  'ftp://a.example': /^It begins with "ftp:"\. Enter an address that begins with https:\/\//,
  'javascript:alert(1)': /^It begins with "javascript:"/,
  'a.example /verify': /^There is a space in it/,
  'https://a.example https://b.example': /^There is a space in it/,
  'https:': /^"" is no host/,
  'https://a..example': /^"a\.\.example" is no host/,
  'https://*.a.example': /^"\*\.a\.example" is no host/,
  'https://a.example:99999/': /^"a\.example:99999" is no host/,
  'https://a.example:abc/': /is no host/,
  'https://1.2.3.400/': /is no host/,
  'https://shop.example/': /^It is the address of this site\. The edge is another program/,
  'shop.example': /^It is the address of this site/,
  'https://shop.example:443/wp/wp-admin/options-general.php': /^It is the address of this site/,
};
