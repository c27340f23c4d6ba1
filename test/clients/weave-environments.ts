import { sized } from "@/test/setup/test-length";
import { pythonEnvironment } from "./python-environment";
import { NEW_WEAVE, OLD_WEAVE } from "./releases";

const RELEASES = sized({
  once: [["weave", NEW_WEAVE]] as const,
  all: [
    ["weave", NEW_WEAVE],
    ["old-weave", OLD_WEAVE],
  ] as const,
});

/** The releases of the Python client that this run tries, with their environments: the newest one is first. */
export const weaveEnvironments = await Promise.all(
  RELEASES.map(async ([name, packages]) => ({
    release: packages[0] ?? "",
    isNewest: packages === NEW_WEAVE,
    environment: await pythonEnvironment(name, packages),
  })),
);
