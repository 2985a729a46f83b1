/**
 * Leaves out of lit what the element does not use, in the builds for script tags: they carry lit inside, and half of it would
 * only be downloaded. Each cut says what it takes away and, where our own source could come to use that, how that would look:
 * the build then stops and names the cut. It stops too when lit is another one than the cuts were made for.
 */

/** The parts of lit's published modules, by the end of their paths. */
const REACTIVE = 'reactive-element/reactive-element.js';
const STYLES = 'reactive-element/css-tag.js';
const HTML = 'lit-html/lit-html.js';
const ELEMENT = 'lit-element/lit-element.js';

/** `[what goes, how its use would look in our source, [module, text, what stands instead]…]` */
const CUTS = [
  [
    'polyfills, and the count of the versions in a page',
    null,
    [REACTIVE, ',p=a.reactiveElementPolyfillSupport,d=(t,s)=>t', ''],
    [REACTIVE, /d\("(\w+)"\)/g, '"$1"'],
    [REACTIVE, /,p\?\.\(\{ReactiveElement:y\}\),\(.*?\.push\("[\d.]+"\)/, ''],
    [HTML, /,B=t\.litHtmlPolyfillSupport;B\?.*?\.push\("[\d.]+"\);/, ';'],
    [ELEMENT, /i\._\$litElement\$=!0,i\["finalized"\]=!0,.*?PolyfillSupport;.*?;/, 'i.finalized=!0;'],
    [ELEMENT, /\(s\.litElementVersions\?\?=.*?\);/, ''],
    [ELEMENT, 'const s=globalThis;', ''],
  ],
  [
    'styles without constructable style sheets, style texts with values in them, lists of styles',
    /css`[^`]*\$\{|styles\s*=\s*\[|unsafeCSS/,
    [
      STYLES,
      /^[^]*$/,
      `const has = 'adoptedStyleSheets' in Document.prototype;
      export class CSSResult {
        constructor(text) { this.cssText = text; }
        get styleSheet() {
          if (has && !this.o) (this.o = new CSSStyleSheet()).replaceSync(this.cssText);
          return this.o;
        }
      }
      export const css = (strings) => new CSSResult(strings[0]);
      export const adoptStyles = (root, all) => { if (has) root.adoptedStyleSheets = all.map((one) => one.styleSheet); };
      export const getCompatibleStyle = (style) => style;
      export const supportsAdoptingStyleSheets = has;
      export const unsafeCSS = null;`,
    ],
    [REACTIVE, /static finalizeStyles\(s\)\{.*?return i\}/, 'static finalizeStyles(s){return[s]}'],
  ],
  [
    'decorators',
    /lit\/decorators|addInitializer/,
    [REACTIVE, 'Symbol.metadata??=Symbol("metadata"),a.litPropertyMetadata??=new WeakMap;', ''],
    [REACTIVE, /const t=this\[Symbol\.metadata\];.*?(?=this\._\$Eh=new Map)/, ''],
    [REACTIVE, /static addInitializer\(t\)\{.*?\}(?=static get)/, ''],
    [REACTIVE, ',void 0!==t.l&&(this.l=[...t.l])', ''],
    [REACTIVE, ',this.constructor.l?.forEach(t=>t(this))', ''],
    [REACTIVE, 's.state&&(s.attribute=!1),', ''],
    [REACTIVE, ',this.prototype.hasOwnProperty(t)&&((s=Object.create(s)).wrapped=!0)', ''],
    [
      REACTIVE,
      'if(t.size>0)for(const[s,i]of t){const{wrapped:t}=i,e=this[s];!0!==t||this._$AL.has(s)||void 0===e||this.C(s,void 0,i,e)}',
      '',
    ],
    [REACTIVE, '}const t=this.constructor.elementProperties;}let t=!1;', '}}let t=!1;'],
    [REACTIVE, '=[...r(t),...o(t)]', '=r(t)'],
  ],
  [
    'properties that are reflected or have converters, accessors, comparisons or default attributes of their own',
    /\b(reflect|useDefault|converter|noAccessor|hasChanged):|type: (Object|Array)\b|attribute: true|\bset \w+\(/,
    [REACTIVE, /b=\{attribute:!0.*?hasChanged:f\}/, 'b={}'],
    [REACTIVE, '"string"==typeof i?i:"string"==typeof t?t.toLowerCase():void 0', 'i??t.toLowerCase()'],
    [
      REACTIVE,
      'const i=Symbol(),h=this.getPropertyDescriptor(t,i,s);void 0!==h&&e(this.prototype,t,h)',
      'e(this.prototype,t,this.getPropertyDescriptor(t,Symbol()))',
    ],
    [
      REACTIVE,
      /getPropertyDescriptor\(t,s,i\)\{.*?,this\.requestUpdate\(t,h,i\)/,
      'getPropertyDescriptor(t,s){return{get(){return this[s]},set(i){const h=this[s];this[s]=i,this.requestUpdate(t,h)',
    ],
    [
      REACTIVE,
      /u=\{toAttribute.*?return i\}\}/,
      'u={fromAttribute:(t,s)=>s===Boolean?null!==t:s===Number?null===t?null:Number(t):t}',
    ],
    [REACTIVE, /_\$ET\(t,s\)\{.*?\}(?=_\$AK\()/, ''],
    [REACTIVE, /h="function"==typeof t\.converter.*?:u;this\._\$Em=e;const r=h\./, 'r=u.'],
    [REACTIVE, 'this[e]=r??this._$Ej?.get(e)??r,this._$Em=null', 'this[e]=r'],
    [REACTIVE, 'void 0!==e&&this._$Em!==e', 'void 0!==e'],
    [REACTIVE, ',this._$Em=null', ''],
    [REACTIVE, /i\?\?=r\.getPropertyOptions\(t\),!\(.*?\)\)\)\)return;/, '!f(h,s))return;'],
    [REACTIVE, 'const r=this.constructor;if', 'if'],
    [REACTIVE, /i&&!\(this\._\$Ej\?\?=.*?\|\|void 0!==r\)\|\|\(/, ''],
    [REACTIVE, '(this.hasUpdated||i||(s=void 0)', '(this.hasUpdated||(s=void 0)'],
    [REACTIVE, ',!0===e&&this._$Em!==t&&(this._$Eq??=new Set).add(t))', ''],
    [REACTIVE, 'C(t,s,{useDefault:i,reflect:e,wrapped:h},r){', 'C(t,s){'],
    [REACTIVE, 'this.C(t,s,i)', 'this.C(t,s)'],
    [REACTIVE, 'this._$Eq&&=this._$Eq.forEach(t=>this._$ET(t,this[t])),', ''],
    [REACTIVE, 'requestUpdate(t,s,i,e=!1,h){', 'requestUpdate(t,s,i,h){'],
    [REACTIVE, 'if(!1===e&&(h=this[t]),', 'if(h=this[t],'],
    [REACTIVE, ',!s.noAccessor', ',1'],
  ],
  [
    'svg`` and mathml``, and templates that were compiled before',
    /\b(svg|mathml)`/,
    [HTML, '2===i?"<svg>":3===i?"<math>":""', '""'],
    [HTML, '+(2===i?"</svg>":3===i?"</math>":"")', ''],
    [HTML, /if\(this\.el=(.*?),2===i\|\|3===i\)\{.*?\}(?=for)/, 'this.el=$1;'],
    [HTML, /e="number"==typeof s\?this\._\$AC\(t\):\(.*?,s\);/, 'e=this._$AC(t);'],
    [HTML, 'const{values:i,_$litType$:s}=t', 'const{values:i}=t'],
    [HTML, 'constructor({strings:t,_$litType$:i},e)', 'constructor({strings:t},e)'],
    [HTML, 'N(t,i);this.el', 'N(t);this.el'],
    [HTML, 'N=(t,i)=>', 'N=t=>'],
  ],
  [
    'templates with elements of raw text, or comments in them',
    /html`[^`]*<(script|style|textarea|title|!--)/,
    [HTML, '(y.test(u[2])&&(n=RegExp("</"+u[2],"g")),c=p)', 'c=p'],
    [HTML, 'c=n??v', 'c=v'],
    [HTML, '(c=p,n=void 0)', 'c=p'],
    [HTML, 'let n,l=""', 'let l=""'],
    [HTML, /if\(y\.test\(r\.tagName\)\)\{.*?\}\}\}(?=else if)/, '}'],
    [HTML, /if\(r\.data===n\)(d\.push\(\{type:2,index:l\}\));else\{.*?\}(?=l\+\+)/, 'r.data===n&&$1;'],
    [HTML, ',y=/^(?:script|style|textarea|title)$/i', ''],
    [HTML, '"!--"===u[1]?c=_:', ''],
    [HTML, 'c===_||c===m?', 'c===m?'],
    [HTML, '_=/-->/g,', ''],
  ],
  [
    'bindings to properties, elements and names',
    /html`[^`]*\s\.\w+=\$\{|\sref\(|<\$\{|\s\$\{\w+\}[\s/]*>/,
    [HTML, '"."===e[1]?I:', ''],
    [HTML, /class I extends H\{.*?\}\}(?=class L)/, ''],
    [
      HTML,
      '1===r.type?i=new r.ctor(h,r.name,r.strings,this,t):6===r.type&&(i=new Z(h,this,t))',
      'i=new r.ctor(h,r.name,r.strings,this,t)',
    ],
    [HTML, /class Z\{.*?\}\}(?=const)/, ''],
    [HTML, 'else t.startsWith(o)&&(d.push({type:6,index:l}),r.removeAttribute(t))', ''],
  ],
  [
    'directives',
    /lit\/(async-)?directive|noChange/,
    [HTML, /function M\(t,i,s=t,e\)\{.*?,i\}/, ''],
    [HTML, 't=M(this,t,i),a(t)', 'a(t)'],
    [HTML, 't=M(this,t,i,0),o=', 'o='],
    [HTML, 'M(this,e[s+n],i,n)', 'e[s+n]'],
    [HTML, 'if((t=M(this,t,i,0)??A)===E)return;', 't??=A;'],
    [HTML, /&&t!==E/g, ''],
    [HTML, /get _\$AU\(\)\{.*?\}/g, ''],
    [HTML, ',this._$Cv=e?.isConnected??!0', ''],
    [HTML, /setConnected\(t\)\{.*?\}/, ''],
    [HTML, 'this._$AP?.(!1,!0,s);', ';'],
    [HTML, /,this\._\$AN=void 0/g, ''],
    [ELEMENT, /connectedCallback\(\)\{super.*?setConnected\(!1\)\}/, ''],
    [ELEMENT, 'this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),', ''],
    // The kinds of parts, and the parts around them.
    [HTML, '{constructor(){super(...arguments),this.type=4}', '{'],
    [HTML, '{constructor(t,i,s,e,h){super(t,i,s,e,h),this.type=5}', '{'],
    [HTML, /this\.type=[12],/g, ''],
    [HTML, ',this._$AM=i', ''],
    [HTML, /this\._\$AM=[se],/g, ''],
    [HTML, 'new R(e,this)', 'new R(e)'],
    [HTML, 'constructor(t,i,s,e){', 'constructor(t,i,e){'],
    [HTML, 'h.nextSibling,this,t)', 'h.nextSibling,t)'],
    [ELEMENT, ',this._$Do=void 0', ''],
    [ELEMENT, 'this._$Do=e(', 'e('],
    [ELEMENT, 'render(){return r}', ''],
  ],
  [
    'attributes of text and values, or of several values',
    /html`[^`]*="[^"`]*\$\{/,
    [HTML, /s\.length>2\|\|""!==s\[0\].*?:this\._\$AH=A\}/, 'this._$AH=A}'],
    [
      HTML,
      /\(t,i=this,s,e\)\{const h=this\.strings;.*?;else\{.*?\}o&&!e&&this\.j\(t\)\}/,
      '(t){t!==this._$AH&&this.j(this._$AH=t)}',
    ],
    [HTML, 'constructor(t,i,s,e,h){', 'constructor(t,i,h){'],
    [HTML, 'r.name,r.strings,this,t)', 'r.name,t)'],
    [HTML, 's=r.getAttribute(t).split(o),', ''],
    [HTML, 'strings:s,ctor', 'ctor'],
    [HTML, 'void 0!==s.strings?(s._$AI(t,s,i),i+=s.strings.length-2):s._$AI(t[i])', 's._$AI(t[i])'],
  ],
  [
    'lists and nodes as children',
    /html`[^`]*\$\{[^}`]*\.map\(/,
    [HTML, ':void 0!==t.nodeType?this.T(t):d(t)?this.k(t):this._(t)', ':this._(t)'],
    [HTML, /k\(t\)\{u\(this\._\$AH\).*?\}(?=_\$AR)/, ''],
  ],
  [
    'listeners that are objects or have options',
    /html`[^`]*@\w+=\$\{\{/,
    [HTML, /,e=t===A&&s!==A\|\|t\.capture.*?,h=t!==A&&\(s===A\|\|e\);e&&.*?,h&&/, ';s===A&&'],
    // A handler that is `nothing` has no `call`.
    [
      HTML,
      /"function"==typeof this\._\$AH\?this\._\$AH\.call(.*?):this\._\$AH\.handleEvent\(t\)/,
      'this._$AH.call?.$1',
    ],
    [HTML, 'addEventListener(this.name,this,t)', 'addEventListener(this.name,this)'],
  ],
  [
    'a place for the style elements of old browsers',
    null,
    [ELEMENT, /createRenderRoot\(\)\{.*?,t\}/, ''],
    [HTML, /const e=s\?\.renderBefore\?\?i;let h=e/, 'let h=i'],
    [
      HTML,
      'const t=s?.renderBefore??null;e._$litPart$=h=new k(i.insertBefore(c(),t),t,void 0,s??{})',
      'i._$litPart$=h=new k(i.appendChild(c()),null,s)',
    ],
    [HTML, '(t?.creationScope??l)', 'l'],
  ],
  [
    'steps of an update that nothing takes part in',
    /\b(shouldUpdate|firstUpdated|getUpdateComplete|hostUpdated?)\b/,
    [
      REACTIVE,
      't=this.shouldUpdate(s),t?(this.willUpdate(s),this._$EO?.forEach(t=>t.hostUpdate?.()),this.update(s)):this._$EM()',
      't=!0,this.willUpdate(s),this.update(s)',
    ],
    [
      REACTIVE,
      'this._$EO?.forEach(t=>t.hostUpdated?.()),this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(t)),',
      'this.hasUpdated=!0,',
    ],
    [REACTIVE, 'return this.getUpdateComplete()}getUpdateComplete(){', ''],
    [REACTIVE, 'shouldUpdate(t){return!0}', ''],
    [REACTIVE, 'firstUpdated(t){}', ''],
    // The element has these itself; its `scheduleUpdate` gives a promise.
    [REACTIVE, 'willUpdate(t){}', ''],
    [REACTIVE, 'updated(t){}', ''],
    [REACTIVE, 'const t=this.scheduleUpdate();return null!=t&&await t,', 'await this.scheduleUpdate();return'],
  ],
  [
    'what only other modules of lit ask for',
    null,
    [HTML, /,?const j=\{M:h.*?\}(?=;const D)/, 'const j=null'],
    [ELEMENT, /const n=\{_\$AK.*?\};/, 'const n=null;'],
    [HTML, /get parentNode\(\)\{return.*?\}/, ''],
    [HTML, /get parentNode\(\)\{let.*?,t\}/, ''],
    [REACTIVE, ',c=a.trustedTypes,l=c?c.emptyScript:""', ''],
    [HTML, /get startNode\(\)\{.*?\}get endNode\(\)\{.*?\}/, ''],
    [HTML, 'get tagName(){return this.element.tagName}', ''],
    [HTML, '"invalid template strings array"', ''],
    [REACTIVE, /removeController\(t\)\{.*?\}(?=_)/, ''],
  ],
];

/** The plugin, for rollup and for the tests' server. */
export const litAsUsed = () => ({
  name: 'lit-as-used',
  transform(code, id) {
    const path = id.replaceAll('\\', '/');
    if (path.includes('/src/element/')) {
      const used = CUTS.find(([, use]) => use?.test(code));
      if (used) this.error(`${path} uses ${used[0]}: take that cut out of scripts/lit-as-used.mjs.`);
      return null;
    }
    const edits = CUTS.flatMap(([what, , ...all]) => all.map(([module, from, to]) => ({ what, module, from, to })));
    let text = code;
    for (const { what, from, to } of edits.filter(({ module }) => path.endsWith(`/${module}`))) {
      const cut = text.replace(from, to);
      if (cut === text) this.error(`lit is another one: look at "${what}" in scripts/lit-as-used.mjs (${from}).`);
      text = cut;
    }
    return text === code ? null : { code: text, map: null };
  },
});
