import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";

/** Run by a test in a process of its own: opens the folder named on the command line and prints the result. */
const folder = process.argv[2] ?? "";
try {
  const store = openEmbeddedStore({ folder });
  await store.close();
  process.stdout.write("opened\n");
} catch (error) {
  process.stdout.write(`${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}\n`);
}
