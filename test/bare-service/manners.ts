import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";

/** A request to a path that the service does not have. */
interface UnknownRequest {
  readonly method: string;
  readonly path: string;
}

/** The way in which a framework or gateway answers what it does not have. */
export interface Manner {
  /** Answers a path without a route. */
  readonly unknown: (response: ServerResponse, request: UnknownRequest) => void;
  /** Answers OPTIONS for a path with routes for these methods; as any unknown path where absent. */
  readonly options?: (response: ServerResponse, methods: readonly string[]) => void;
  /** Answers a missing thing like a path without a route, as services do that leave both to the framework. */
  readonly isSameForMissingThings?: true;
}

const JSON_TYPE = "application/json";
const HTML_TYPE = "text/html; charset=utf-8";

function reply(response: ServerResponse, status: number, type: string | null, text: string, more = {}): void {
  response.writeHead(status, { ...(type === null ? {} : { "content-type": type }), ...more });
  response.end(text);
}

const allowed = (status: number) => (response: ServerResponse, methods: readonly string[]) =>
  reply(response, status, null, "", { allow: methods.join(", ") });

const notFound = (title: string, text: string) =>
  `<!doctype html>\n<html lang=en>\n<title>${title}</title>\n<h1>Not Found</h1>\n<p>${text}</p>\n`;

/** Answers of real frameworks and gateways, from their sources and documentation. */
export const manners = {
  FastAPI: {
    unknown: (response) => reply(response, 404, JSON_TYPE, '{"detail":"Not Found"}'),
    options: (response, methods) =>
      reply(response, 405, JSON_TYPE, '{"detail":"Method Not Allowed"}', { allow: methods.join(", ") }),
  },
  Flask: {
    unknown: (response) =>
      reply(
        response,
        404,
        HTML_TYPE,
        notFound(
          "404 Not Found",
          "The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.",
        ),
      ),
    options: allowed(200),
    isSameForMissingThings: true,
  },
  Express: {
    unknown: (response, { method, path }) =>
      reply(
        response,
        404,
        HTML_TYPE,
        `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>Cannot ${method} ${path}</pre>\n</body>\n</html>\n`,
      ),
    options: allowed(200),
  },
  "Next.js": {
    unknown: (response, { path }) =>
      reply(
        response,
        404,
        HTML_TYPE,
        `<!DOCTYPE html><html><head><title>404: This page could not be found.</title></head><body><h1 class="next-error-h1">404</h1><h2>This page could not be found.</h2><script>self.__next_f.push([1,"${path.split("/").join('","')}"])</script></body></html>`,
      ),
    options: allowed(204),
  },
  nginx: {
    unknown: (response) =>
      reply(
        response,
        404,
        "text/html",
        "<html>\r\n<head><title>404 Not Found</title></head>\r\n<body>\r\n<center><h1>404 Not Found</h1></center>\r\n<hr><center>nginx/1.27.2</center>\r\n</body>\r\n</html>\r\n",
      ),
  },
  Spring: {
    unknown: (response, { path }) =>
      reply(
        response,
        404,
        JSON_TYPE,
        JSON.stringify({ timestamp: new Date().toISOString(), status: 404, error: "Not Found", path }),
      ),
    options: allowed(200),
    isSameForMissingThings: true,
  },
  Go: {
    unknown: (response) => reply(response, 404, "text/plain; charset=utf-8", "404 page not found\n"),
    options: (response, methods) =>
      reply(response, 405, "text/plain; charset=utf-8", "Method Not Allowed\n", { allow: methods.join(", ") }),
  },
  Kong: {
    unknown: (response) =>
      reply(
        response,
        404,
        "application/json; charset=utf-8",
        JSON.stringify({ message: "no Route matched with those values", request_id: randomUUID().replaceAll("-", "") }),
      ),
  },
  "AWS API Gateway": {
    unknown: (response) =>
      reply(response, 403, JSON_TYPE, '{"message":"Missing Authentication Token"}', {
        "x-amzn-errortype": "MissingAuthenticationTokenException",
      }),
  },
  Envoy: {
    unknown: (response) => reply(response, 404, null, ""),
  },
  Cloudflare: {
    unknown: (response) =>
      reply(
        response,
        404,
        HTML_TYPE,
        `<!DOCTYPE html><html><head><title>Not Found</title></head><body><h1>Error 404</h1><p>Ray ID: ${randomUUID().slice(0, 8)}a1 &bull; ${new Date().toISOString()}</p></body></html>`,
      ),
  },
  "405 for every path": {
    unknown: (response) => reply(response, 405, JSON_TYPE, '{"error":"method_not_allowed"}', { allow: "GET" }),
  },
  "501 for every path": {
    unknown: (response, { method }) =>
      reply(response, 501, "text/plain", `Unsupported method ('${method}') for this resource`),
  },
  "an app of one page": {
    unknown: (response) =>
      reply(
        response,
        200,
        HTML_TYPE,
        '<!doctype html><html><head><title>Console</title></head><body><div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript></body></html>',
      ),
  },
  "an empty object for every path": {
    unknown: (response) => reply(response, 200, JSON_TYPE, "{}"),
  },
  "200 with an error": {
    unknown: (response, { path }) =>
      reply(response, 200, JSON_TYPE, JSON.stringify({ error: `unknown operation ${path}` })),
  },
  "an empty body as gRPC sends it": {
    unknown: (response) => reply(response, 200, "application/grpc", "", { "grpc-status": "12" }),
  },
  "a redirect to a sign-in page": {
    unknown: (response, { path }) =>
      reply(response, 302, null, "", { location: `https://login.example.org/?next=${encodeURIComponent(path)}` }),
  },
} satisfies Readonly<Record<string, Manner>>;

export type MannerName = keyof typeof manners;
