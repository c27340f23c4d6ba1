import { writeContract } from "@/scripts/checks/documents/documents";
import { runVitest } from "@/scripts/checks/runners/runner-reports";
import { projectChecks, runChecks } from "./project-checks";

/** Runs every check that needs neither a build nor a browser; `--write` updates generated documents first. */
if (process.argv.includes("--write")) writeContract();
const checks = await runChecks(projectChecks);
const tests = await runVitest(["--exclude", "test/faults/**"]);
process.exitCode = checks.failed + tests.failed > 0 ? 1 : 0;
