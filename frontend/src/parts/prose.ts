import createDOMPurify from 'dompurify';

const tags = 'a abbr b blockquote br caption cite code del dd dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre q s samp section small span strong sub sup table tbody td tfoot th thead tr u ul var'.split(' ');
const attributes = ['href', 'title', 'lang', 'dir', 'class', 'id', 'colspan', 'rowspan', 'scope', 'start', 'value', 'role', 'tabindex'];

let purifier: ReturnType<typeof createDOMPurify> | undefined;

/** clean keeps the structure of a text and takes out everything that could run, load, post or imitate the interface. */
export function clean(html: string): string {
  purifier ??= createDOMPurify(window);
  return purifier.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: true,
    ALLOW_ARIA_ATTR: true,
    SANITIZE_NAMED_PROPS: true,
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|doi:|#)/i,
  });
}
