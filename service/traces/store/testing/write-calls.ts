import { createInterface } from "node:readline";
import { openCalls } from "@/service/traces/store/calls/open-calls";
import { openServerStore } from "@/service/traces/store/engine/server-store";
import { endPart, startPart } from "./call-fixtures";

/** Run by a test in a process of its own: writes the parts that come line by line, and says which are acknowledged. */
const [url = "", projectId = ""] = process.argv.slice(2);
const { writer } = await openCalls(openServerStore(url), { order: { patienceMs: 2_000, signMs: 300 } });
process.stdout.write("open\n");
for await (const line of createInterface({ input: process.stdin })) {
  const [kind, id = ""] = line.split(" ");
  const part = kind === "start" ? startPart({ projectId, id }) : endPart({ projectId, id });
  writer.write([part]).then(
    () => process.stdout.write(`${line}\n`),
    () => process.stdout.write(`failed ${line}\n`),
  );
}
