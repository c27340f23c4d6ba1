/**
 * The servers that services share, in a process of their own: the front over the embedded engine in place of a ClickHouse
 * server, and an object server. Prints the variables with which a service uses them as JSON, and ends with the process
 * that started it.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startS3Server } from "@/service/traces/store/files/testing/s3-server";
import { EngineFront } from "@/service/traces/store/testing/engine-front";

const folder = mkdtempSync(join(tmpdir(), "heddle-front-"));
const front = await EngineFront.open(folder);
const objects = await startS3Server();
const variables = { CLICKHOUSE_URL: front.client().url, HEDDLE_BLOBS: objects.address, ...objects.variables };
process.stdout.write(`${JSON.stringify(variables)}\n`);

process.once("disconnect", async () => {
  await front.close();
  await objects.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});
