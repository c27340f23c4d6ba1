/**
 * The document of the frame: it waits for one message of the page that contains it, a `RenderRequest` of
 * frame-protocol.ts, and becomes the renderer's document. Its policy, in next.config.js, lets it reach nothing else. See
 * docs/adr/0067-renderers-of-trajectories.md.
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
  const fail = (message) => port.postMessage({ kind: "failed", message: String(message).slice(0, 500) });
  Object.defineProperty(window, "heddle", { value: request.input });
  document.open();
  addEventListener("error", ({ message }) => fail(message));
  addEventListener("unhandledrejection", ({ reason }) => fail(reason?.message ?? reason));
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
