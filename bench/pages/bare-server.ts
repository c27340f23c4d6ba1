import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

export interface BareServer {
  readonly url: string;
  stop(): void;
}

const HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title>
<script type="module" src="/page.js"></script></head><body><main id="root"></main></body></html>`;

/**
 * A page of nothing but React, which requests rows once it runs and draws them as a table: the minimum for a page built
 * with React on this machine.
 */
export async function startBareServer(rows: readonly object[]): Promise<BareServer> {
  const built = await build({
    entryPoints: [fileURLToPath(new URL("./bare-page.tsx", import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const answers: Readonly<Record<string, readonly [type: string, cache: string, body: string]>> = {
    "/": ["text/html", "no-store", HTML],
    "/page.js": ["text/javascript", "public, max-age=31536000, immutable", built.outputFiles[0]?.text ?? ""],
    "/rows": ["application/json", "no-store", JSON.stringify(rows)],
  };
  const server = createServer((request, response) => {
    const [type, cache, body] = answers[request.url ?? ""] ?? ["text/plain", "no-store", ""];
    response.writeHead(200, { "content-type": type, "cache-control": cache, "content-encoding": "gzip" });
    response.end(gzipSync(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The bare server has no port.");
  return { url: `http://127.0.0.1:${address.port}`, stop: () => void server.close() };
}
