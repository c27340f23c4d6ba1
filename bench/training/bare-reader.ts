import type { Page } from "@playwright/test";

/** A page with a file field, whose lines a worker parses and does nothing with. */
export const BARE_READER = `<!doctype html><input type="file"><script>
  document.querySelector("input").onchange = ({ target }) => {
    const code = \`onmessage = async ({ data }) => {
      let rest = "", count = 0;
      const decoder = new TextDecoder();
      const reader = data.stream().getReader();
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        const lines = (rest + decoder.decode(next.value, { stream: true })).split("\\\\n");
        rest = lines.pop();
        for (const line of lines) count += JSON.parse(line).messages.length > 0 ? 1 : 0;
      }
      postMessage(count);
    }\`;
    const begun = performance.now();
    const worker = new Worker(URL.createObjectURL(new Blob([code])));
    worker.onmessage = ({ data }) => { window.read = { count: data, ms: performance.now() - begun }; };
    worker.postMessage(target.files[0]);
  };
</script>`;

/** Milliseconds in which a worker that keeps nothing parses the lines of a file. */
export async function bareReadTime(page: Page, path: string): Promise<number> {
  await page.setContent(BARE_READER);
  await page.locator("input").setInputFiles(path);
  const handle = await page.waitForFunction(() => (window as unknown as { read?: { ms: number } }).read, undefined, {
    timeout: 240_000,
  });
  return (await handle.jsonValue())?.ms ?? Number.NaN;
}
