import { afterEach, beforeEach, vi } from "vitest";

/** A document of a test has no layout: no element has a size, and nothing tells when one changes. */
class StillObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

interface Layout {
  /** Of every element's inside, in pixels. */
  readonly inside?: { readonly width: number; readonly height: number };
  /** Of every element as it is drawn, in pixels. */
  readonly drawn?: { readonly width: number; readonly height: number };
}

/** Gives the document of each test of a file what components ask of a browser's layout. */
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
