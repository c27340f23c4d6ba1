// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import { TooltipProvider } from "@/components/ui/tooltip";
import { MarkdownText } from "./markdown-text";

afterEach(cleanup);

function show(text: string): HTMLElement {
  const { container } = render(
    <ToastProvider>
      <TooltipProvider>
        <MarkdownText text={text} isRunning={false} isWhole className="text-read" />
      </TooltipProvider>
    </ToastProvider>,
  );
  return container;
}

/** Elements that run code, load something or leave the page in another way than a link that is clicked. */
const FORBIDDEN =
  "script,style,iframe,frame,object,embed,img,picture,video,audio,source,link,meta,base,form,input,math";

function expectHarmless(container: HTMLElement): void {
  expect([...container.querySelectorAll(FORBIDDEN)].map(({ outerHTML }) => outerHTML)).toEqual([]);
  const attributes = [...container.querySelectorAll("*")].flatMap((element) => [...element.attributes]);
  expect(attributes.filter(({ name }) => name.startsWith("on") || name === "style" || name === "id")).toEqual([]);
  // The icons of the page itself have no address.
  const addresses = attributes.filter(({ name }) => ["href", "src", "srcset", "xlink:href", "action"].includes(name));
  for (const { value } of addresses) expect(value).toMatch(/^(?:https?:\/\/|mailto:)/);
  for (const link of container.querySelectorAll("a")) {
    expect(link.getAttribute("rel")).toBe("noopener noreferrer");
    expect(link.getAttribute("target")).toBe("_blank");
  }
}

const HTML = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  '<a href="javascript:alert(1)">a</a>',
  "<svg onload=alert(1)><use href='https://evil.example/x#y'/></svg>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<style>* { background: url(https://evil.example) }</style>",
  "<div style='position:fixed;inset:0'>cover</div>",
  "<form action=https://evil.example><input name=password></form>",
  "<!-- <script> --><b onclick=alert(1)>b</b>",
  "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></table></mtext></math>",
  "<base href=https://evil.example>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "`<script>alert(1)</script>`",
  "```html\n<script>alert(1)</script>\n```",
  '```"><script>alert(1)</script>\nx\n```',
  "| <script>alert(1)</script> | <img src=x onerror=alert(1)> |\n| - | - |\n| <b onload=a> | b |",
  "# <script>alert(1)</script>",
  "- <script>alert(1)</script>",
  "> <script>alert(1)</script>",
];

const ADDRESSES = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\tscript:alert(1)",
  "java&#10;script:alert(1)",
  "&#106;avascript:alert(1)",
  "&#x6A;avascript&colon;alert(1)",
  "\u0001javascript:alert(1)",
  "vbscript:msgbox(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml;base64,PHN2Zy8+",
  "data:image/png;base64,AAAA",
  "file:///etc/passwd",
  "blob:null/x",
  "//evil.example/x",
  "/api/service/x",
  "#fragment",
  "https:evil",
  "https://",
  "mailto:",
  "http:\\\\evil.example",
  "about:blank",
  "view-source:x",
  "intent://x",
];

describe("hostile Markdown", () => {
  it.each(HTML)("shows HTML as text: %s", (text) => {
    const container = show(text);
    expectHarmless(container);
    expect(container.textContent).toMatch(/script|img|href|svg|iframe|style|form|onclick|base|onload/);
  });

  it.each(ADDRESSES)("makes no link and loads no image from %j", (address) => {
    const container = show(
      [
        `[text](${address})`,
        `[text](<${address}>)`,
        `![text](${address})`,
        `<${address}>`,
        `[text][1]\n\n[1]: ${address}`,
        `[![text](${address})](${address})`,
      ].join("\n\n"),
    );
    expectHarmless(container);
    expect(container.querySelectorAll("a")).toHaveLength(0);
    expect(container.textContent).toContain("text");
  });

  it("shows images as links and loads none of them", () => {
    const container = show("![a chart](https://evil.example/pixel.png) ![](https://evil.example/b.png)");
    expectHarmless(container);
    expect([...container.querySelectorAll("a")].map(({ textContent }) => textContent)).toEqual([
      "Image: a chart",
      "Image: https://evil.example/b.png",
    ]);
  });

  it("keeps an address inside its attribute", () => {
    const container = show(
      `[a](https://example.com/"onmouseover="alert(1)) [b](https://example.com/'><script>alert(1)</script> "t") https://example.com/<b>`,
    );
    expectHarmless(container);
  });

  it.each([
    ["quotes 10,000 deep", `${">".repeat(10_000)} end`],
    ["lists 400 deep", `${Array.from({ length: 400 }, (_, depth) => `${" ".repeat(depth * 2)}- item`).join("\n")} end`],
    ["10,000 nested emphases", `${"*".repeat(10_000)}end${"*".repeat(10_000)}`],
    ["10,000 alternating emphases", `${"*_".repeat(5000)}end${"_*".repeat(5000)}`],
    ["links in links in links", `${"[".repeat(5000)}end${"](https://a.b)".repeat(1000)}`],
    ["20,000 open brackets", `${"[".repeat(20_000)}end`],
    ["20,000 open images", `${"![".repeat(10_000)}end`],
    ["unclosed links", `${"[a](".repeat(5000)}end`],
    ["backticks of all lengths", `${Array.from({ length: 190 }, (_, length) => "`".repeat(length)).join(" ")} end`],
    ["open HTML", `${"<a ".repeat(6000)}end`],
    ["addresses without an end", `${"http://".repeat(2800)}end`],
    ["mail addresses without an end", `${"a@".repeat(9000)}end`],
    ["strikethrough without an end", `${"~~a".repeat(6000)}end`],
    ["entities", `${"&".repeat(19_000)}end`],
    ["spaces", `${" ".repeat(19_000)}end`],
    ["pipes", `${"|".repeat(19_000)}end`],
    ["a table of 60,000 cells", `|${"a|".repeat(200)}\n|${"-|".repeat(200)}\n${"b\n".repeat(9000)}\nend`],
    ["a table of 4,000 columns", `|${"a|".repeat(4000)}\n|${"-|".repeat(4000)}\n|end|`],
    ["one line of 500,000 characters", `${"x".repeat(500_000)}end`],
    ["100,000 lines", `${"a\n".repeat(100_000)}end`],
    ["headings under a long paragraph", `${"a\n".repeat(9000)}===\nend`],
  ])(
    "shows %s, to the end",
    (_, text) => {
      const container = show(text);
      expectHarmless(container);
      expect(container.textContent).toMatch(/end/);
      let depth = 0;
      for (let element = container.querySelector(":scope *:not(:has(*))"); element; element = element.parentElement) {
        depth += 1;
      }
      expect(depth).toBeLessThan(100);
    },
    30_000,
  );
});
