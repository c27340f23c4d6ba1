import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { failureTypes, nounTypes } from "./contract-types";

/** Writes the types of the contract beside the sources of the client that are made into its declarations. */
const [folder = "."] = process.argv.slice(2);
writeFileSync(join(folder, "contract-failures.ts"), failureTypes());
writeFileSync(join(folder, "contract-nouns.ts"), nounTypes());
