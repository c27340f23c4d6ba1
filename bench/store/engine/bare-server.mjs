/**
 * A server that reads the bodies of requests and acknowledges them without doing anything: what the network and HTTP
 * cost. With the argument `parse`, it parses each body as JSON first. Prints its port; ends with the process that started it.
 */
import { createServer } from "node:http";

const isParsing = process.argv[2] === "parse";

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => {
    if (isParsing) chunks.push(chunk);
  });
  request.on("end", () => {
    if (isParsing) JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
process.once("disconnect", () => process.exit());
