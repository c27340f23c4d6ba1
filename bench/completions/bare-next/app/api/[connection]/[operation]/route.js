/** Forwards a request and streams the response without reading it: the cost of the framework alone. */
export async function POST(request) {
  const response = await fetch(process.env.BENCH_UPSTREAM, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: await request.text(),
    signal: request.signal,
    cache: "no-store",
  });
  return new Response(response.body, {
    status: response.status,
    headers: { "content-type": "text/event-stream", "cache-control": "no-store, no-transform" },
  });
}
