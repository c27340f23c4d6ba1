import { describe, expect, it } from "vitest";
import { pageScripts, readManifests, routeOf } from "./page-scripts";

const manifest = {
  entryJSFiles: {
    "[project]/app/layout": ["a.js"],
    "[project]/app/(dashboard)/layout": ["a.js", "frame.js"],
    "[project]/app/(dashboard)/[workspace]/traces/page": ["a.js", "frame.js", "traces.js"],
  },
};

describe("the scripts of a page", () => {
  it("are those of every page and of each module of its route, each once", () => {
    const { route, scripts, frame } = pageScripts("/(dashboard)/[workspace]/traces/page", manifest, [
      "react.js",
      "a.js",
    ]);
    expect(route).toBe("/[workspace]/traces");
    expect([...scripts]).toEqual(["react.js", "a.js", "frame.js", "traces.js"]);
    expect([...(frame ?? [])]).toEqual(["react.js", "a.js", "frame.js"]);
  });

  it("have no frame outside of the signed-in pages", () => {
    const { "[project]/app/layout": layout } = manifest.entryJSFiles;
    const page = pageScripts("/(auth)/sign-in/page", { entryJSFiles: { "[project]/app/layout": layout } }, []);
    expect(page.frame).toBeNull();
  });
});

describe("a manifest file of the build", () => {
  const head = "globalThis.__RSC_MANIFEST = globalThis.__RSC_MANIFEST || {};\n";

  it("names its page and its scripts", () => {
    const text = `${head}globalThis.__RSC_MANIFEST["/a/page"] = ${JSON.stringify(manifest)};\n`;
    expect(readManifests(text)).toEqual([["/a/page", manifest]]);
  });

  it("of another form is an error, not a page without scripts", () => {
    expect(() => readManifests(`${head}globalThis.__RSC_MANIFEST["/a/page"] = make();`)).toThrow(SyntaxError);
  });
});

it("names the start page and optional parameters as in the address", () => {
  expect(routeOf("/(dashboard)/page")).toBe("/");
  expect(routeOf("/(dashboard)/[workspace]/[project]/weave/[[...path]]/page")).toBe(
    "/[workspace]/[project]/weave/[[...path]]",
  );
});
