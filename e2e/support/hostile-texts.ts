import type { Page } from "@playwright/test";

/** Part of every hostile text, to check that a page shows it. */
export const MARK = "hostile-7c1e";

/** Texts that would run, load or link elsewhere if a page treated them as anything but text. */
export function attacks(elsewhere: string): readonly string[] {
  return [
    "<script>ran('script')</script>",
    "<img src=x onerror=\"ran('img')\">",
    "<svg onload=\"ran('svg')\"><a xlink:href=\"javascript:ran('xlink')\">x</a></svg>",
    '"><details open ontoggle="ran(\'attribute\')">',
    "'-ran('quote')-'",
    "</script><script>ran('closed script')</script>",
    "</title><script>ran('title')</script>",
    "<iframe srcdoc=\"<script>parent.ran('frame')</script>\"></iframe>",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=ran('math')>",
    "[link](javascript:ran('markdown'))",
    "[link](data:text/html;base64,PHNjcmlwdD5wYXJlbnQucmFuKDEpPC9zY3JpcHQ+)",
    `![picture](${elsewhere}/markdown.png)`,
    `<img src="${elsewhere}/html.png"><link rel="stylesheet" href="${elsewhere}/style.css">`,
    `<style>@import url(${elsewhere}/import.css)</style>`,
    "{{constructor.constructor('ran(1)')()}} <%= ran('erb') %>",
    "$\\href{javascript:ran('katex')}{x}$",
    "```mermaid\ngraph TD; A-->B; click A \"javascript:ran('mermaid')\"\n```",
    "\u202egnp.exe\u202c \u2028 \ufeff",
  ];
}

/** Watches a page for scripts that run, requests that leave the dashboard, and violations of its policy. */
export async function watch(page: Page, origin: string) {
  const problems: string[] = [];
  await page.exposeFunction("ran", (what: unknown) => void problems.push(`a script ran: ${what}`));
  page.on("dialog", (dialog) => {
    problems.push(`a dialog opened: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) problems.push(message.text());
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    const isOwn = url.origin === origin || url.protocol === "data:" || url.protocol === "blob:";
    if (!isOwn) problems.push(`a request left: ${request.url()}`);
  });
  return problems;
}

/** Every link leads to this dashboard, or to a web address in a new page without access to this one. */
export async function badLinks(page: Page): Promise<string[]> {
  return await page.locator("a[href]").evaluateAll((links) =>
    links.flatMap((link) => {
      // Links in charts are SVG elements, whose href is not a string.
      const url = new URL(link.getAttribute("href") ?? "", location.href);
      const isOwn = url.origin === location.origin || url.protocol === "blob:";
      const isSafe =
        url.protocol === "mailto:" ||
        (/^https?:$/.test(url.protocol) && link.getAttribute("rel")?.includes("noopener"));
      return isOwn || isSafe ? [] : [url.href];
    }),
  );
}
