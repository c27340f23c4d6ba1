/**
 * A server that reads the bodies of requests and acknowledges them without doing anything: what the network and HTTP
 * cost. Prints its port; ends with the process that started it.
 */
import { createServer } from "node:http";

const server = createServer((request, response) => {
  request.on("data", () => {});
  request.on("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
process.once("disconnect", () => process.exit());
