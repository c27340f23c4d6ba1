import { writeContract } from "@/scripts/checks/documents/documents";
import { runVitest } from "@/scripts/checks/runners/runner-reports";
import { projectChecks, runChecks } from "./project-checks";

/** Everything that can be known without a build and a browser; `--write` brings generated documents up to date first. */
if (process.argv.includes("--write")) writeContract();
const checks = await runChecks(projectChecks);
const tests = await runVitest(["--exclude", "test/faults/**"]);
process.exitCode = checks.failed + tests.failed > 0 ? 1 : 0;
