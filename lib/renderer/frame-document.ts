/**
 * The policy of the frame that shows a renderer. It has no origin, so it reads no cookie and nothing of ours; it loads
 * nothing and sends nothing. The page's own policy lets the frame go to no other site. See
 * docs/adr/0067-renderers-of-trajectories.md.
 */
export const FRAME_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src data: blob:",
  "media-src data: blob:",
  "font-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-scripts",
].join("; ");

/**
 * The document of the frame: it waits for one message of the page that contains it, a `RenderRequest` of
 * frame-protocol.ts, and becomes the renderer's document.
 */
export const FRAME_DOCUMENT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Renderer</title>
<script>
addEventListener("message", (event) => {
  const request = event.data;
  const port = event.ports[0];
  if (event.source !== parent || port === undefined || request?.kind !== "heddle:render") return;
  const fail = (message, line) => port.postMessage({ kind: "failed", message: String(message).slice(0, 500), line });
  Object.defineProperty(window, "heddle", { value: request.input });
  document.open();
  addEventListener("error", (error) => fail(error.message, error.lineno || null));
  addEventListener("unhandledrejection", ({ reason }) => fail(reason?.message ?? reason, null));
  document.write(request.html);
  document.close();
  const root = document.documentElement;
  root.dataset.theme = request.input.theme;
  root.style.colorScheme = request.input.theme;
  new ResizeObserver(() => port.postMessage({ kind: "height", px: root.getBoundingClientRect().height })).observe(root);
});
</script>
</html>
`;
