// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { foundRanges } from "./found-ranges";

/** The found texts, in the elements of their first and last characters. */
const foundIn = (html: string, pattern: RegExp) => {
  document.body.innerHTML = html;
  return foundRanges(document.body, pattern).map(({ startContainer, startOffset, endContainer, endOffset }) => {
    const range = new Range();
    range.setStart(startContainer, startOffset);
    range.setEnd(endContainer, endOffset);
    return `${startContainer.parentElement?.tagName} ${range} ${endContainer.parentElement?.tagName}`;
  });
};

describe("the places of a text in a page", () => {
  it("are found in their order, several in one element", () => {
    expect(foundIn("<p>A fare, the Fare</p><ul><li>no</li><li>fares</li></ul>", /fare/giu)).toEqual([
      "P fare P",
      "P Fare P",
      "LI fare LI",
    ]);
  });

  it("may begin in one inline element and end in another", () => {
    expect(foundIn("<p>The <b>fa</b><code>re</code> is low</p>", /the fare is/giu)).toEqual(["P The fare is P"]);
    expect(foundIn("<p>The <b>fa</b><code>re</code></p>", /fare/giu)).toEqual(["B fare CODE"]);
  });

  it("do not reach from one paragraph, item or cell into the next", () => {
    expect(foundIn("<p>no</p><p>seats</p>", /noseats/giu)).toEqual([]);
    expect(foundIn("<div>no<div>se</div>ats</div>", /noseats/giu)).toEqual([]);
  });

  it("are not in numbers of lines, words for screen readers and tabs", () => {
    const html = `<div role="tablist"><button>fare</button></div>
      <p><span data-find="none">fare</span><span aria-hidden="true">fare</span><span class="sr-only">fare</span>fare</p>`;
    expect(foundIn(html, /fare/giu)).toEqual(["P fare P"]);
  });

  it("are at most two thousand", () => {
    expect(foundIn(`<p>${"fare ".repeat(3000)}</p>`, /fare/giu)).toHaveLength(2000);
  });
});
