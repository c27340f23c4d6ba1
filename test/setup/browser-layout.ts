import { afterEach, beforeEach, vi } from "vitest";

/** A test document has no layout: elements have no size, and size changes are not reported. */
class StillObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

interface Layout {
  /** Inner size of every element, in pixels. */
  readonly inside?: { readonly width: number; readonly height: number };
  /** Drawn size of every element, in pixels. */
  readonly drawn?: { readonly width: number; readonly height: number };
}

/** Gives the document of each test of a file the browser layout that components need. */
export function layOut({ inside, drawn }: Layout = {}): void {
  beforeEach(() => {
    vi.stubGlobal("ResizeObserver", StillObserver);
    vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
    Element.prototype.scrollTo = () => {};
    Element.prototype.scrollIntoView = () => {};
    if (inside) {
      vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(inside.height);
      vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(inside.width);
    }
    if (drawn) {
      vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(
        new DOMRect(0, 0, drawn.width, drawn.height),
      );
    }
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}
