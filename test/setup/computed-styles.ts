// Queries by role ask for the styles of the same elements again and again, which took a third of a page's test. jsdom counts
// the changes of a document: the styles of an element are the same until the next one.
interface Versioned {
  readonly _version: number;
}

/** The implementation behind a wrapper of jsdom, which has the count. */
function implementationOf(wrapper: object): Versioned | null {
  const symbol = Object.getOwnPropertySymbols(wrapper).find(({ description }) => description === "impl");
  const found = symbol === undefined ? null : (Reflect.get(wrapper, symbol) as Partial<Versioned>);
  return typeof found?._version === "number" ? (found as Versioned) : null;
}

const page = typeof document === "undefined" ? null : document.defaultView;
const counted = page === null ? null : implementationOf(page.document);
if (page !== null && counted !== null && page.getComputedStyle.name !== "rememberedStyle") {
  const compute = page.getComputedStyle.bind(page);
  let version = -1;
  let styles = new WeakMap<Element, CSSStyleDeclaration>();
  page.getComputedStyle = function rememberedStyle(element, pseudo) {
    if (pseudo != null || element.ownerDocument !== page.document || !element.isConnected)
      return compute(element, pseudo);
    if (version !== counted._version) {
      version = counted._version;
      styles = new WeakMap();
    }
    const known = styles.get(element) ?? compute(element);
    styles.set(element, known);
    return known;
  };
}

export {};
