/** Elements within a line of text: a place may begin in one and end in another. */
const INLINE = new Set(["A", "B", "CODE", "DEL", "EM", "I", "INS", "KBD", "MARK", "S", "SPAN", "STRONG", "SUB", "SUP"]);

/** Elements that are not searched: line numbers, text for screen readers, controls around the content. */
const SKIPPED = '[data-find="none"], [aria-hidden="true"], .sr-only, [role="tablist"], [role="toolbar"]';

/** More are not marked: a reader steps through tens of them. */
const MAX_RANGES = 2000;

/** A run of text in an element that is not inline. */
interface Run {
  readonly block: Element | null;
  readonly nodes: Text[];
}

/** Returns the places of a text in what an element shows, in their order. */
export function foundRanges(root: Element, pattern: RegExp): readonly StaticRange[] {
  const ranges: StaticRange[] = [];
  for (const { nodes } of runsIn(root)) {
    const text = nodes.map((node) => node.data).join("");
    for (const { index, 0: found } of text.matchAll(pattern)) {
      const start = placeIn(nodes, index, "start");
      const end = placeIn(nodes, index + found.length, "end");
      ranges.push(
        new StaticRange({
          startContainer: start.node,
          startOffset: start.offset,
          endContainer: end.node,
          endOffset: end.offset,
        }),
      );
      if (ranges.length >= MAX_RANGES) return ranges;
    }
  }
  return ranges;
}

function runsIn(root: Element): readonly Run[] {
  const runs: Run[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
    return node instanceof Element && node.matches(SKIPPED) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  });
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    const block = blockOf(node, root);
    const last = runs.at(-1);
    if (last?.block === block) last.nodes.push(node);
    else runs.push({ block, nodes: [node] });
  }
  return runs;
}

function blockOf(node: Text, root: Element): Element | null {
  let element = node.parentElement;
  while (element !== null && element !== root && INLINE.has(element.tagName)) element = element.parentElement;
  return element;
}

/** The node of a character. Between two nodes a place starts in the second and ends in the first. */
function placeIn(nodes: readonly Text[], at: number, edge: "start" | "end"): { node: Text; offset: number } {
  let before = 0;
  for (const node of nodes) {
    const offset = at - before;
    if (offset < node.length || (edge === "end" && offset === node.length)) return { node, offset };
    before += node.length;
  }
  throw new RangeError(`The text has no character ${at}.`);
}
