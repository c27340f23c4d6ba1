import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { begin } from "./prepare/begin.mjs";
import { installDependencies } from "./prepare/dependencies.mjs";
import { projectFolder } from "./prepare/project.mjs";
import { run } from "./prepare/run.mjs";

/**
 * Tests the trainer in trainers/lora: its own tests, then one with the embedded service. They run in a virtual
 * environment in build/, made from the lock file by python3, or by the interpreter that PYTHON names.
 */
const TRAINER = join(projectFolder, "trainers/lora");
const LOCK = join(TRAINER, "requirements.lock");
const ENVIRONMENT = join(projectFolder, "build/trainer-environment");
const REPORTS = join(projectFolder, "build/reports");
const PYTHON = join(ENVIRONMENT, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");

/** Written when the environment is complete, with the digest of the lock file that it was made from. */
const STAMP = join(ENVIRONMENT, "lock-digest");

async function require(command, args, problem) {
  const code = await run(command, args);
  if (code !== 0) throw new Error(`${problem} (code ${code}; the messages are above).`);
}

/** Without messages: a failure of the installation that follows has its own. */
const quietPip = (...args) => run(PYTHON, ["-m", "pip", "--disable-pip-version-check", "-qqq", ...args]);

/** The CPU build of the locked version of torch is a tenth of the other's size, but not every package index has it. */
async function installCpuTorch(lock) {
  const version = /^torch==(\S+)/m.exec(lock)?.[1];
  const code = await quietPip("install", "--no-deps", `torch==${version}+cpu`);
  if (code !== 0) console.error("The package index has no CPU build of torch; installing the standard one …");
}

async function prepareEnvironment() {
  const lock = readFileSync(LOCK, "utf8");
  const digest = createHash("sha256").update(lock).digest("hex");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === digest) return;
  console.error("Installing the trainer's packages …");
  rmSync(ENVIRONMENT, { recursive: true, force: true });
  const python = process.env.PYTHON ?? "python3";
  const isNew = ["-c", "import sys; sys.exit(sys.version_info < (3, 10))"];
  await require(python, isNew, `${python} is missing or older than Python 3.10; set PYTHON to a newer one`);
  await require(python, ["-m", "venv", ENVIRONMENT], "The virtual environment could not be made");
  await installCpuTorch(lock);
  await require(PYTHON, ["-m", "pip", "--quiet", "install", "-r", LOCK], "The trainer's packages were not installed");
  writeFileSync(STAMP, digest);
}

/** Counts of a JUnit report; a runner that failed without a failed test counts as one failure. */
function countsOf(report, code) {
  const text = existsSync(report) ? readFileSync(report, "utf8") : "";
  const suites = [...text.matchAll(/<testsuite\b[^>]*>/g)].map(([tag]) => tag);
  const sum = (name) =>
    suites.reduce((total, tag) => total + Number(new RegExp(`\\b${name}="(\\d+)"`).exec(tag)?.[1] ?? 0), 0);
  const broken = sum("failures") + sum("errors");
  const failed = code !== 0 || suites.length === 0 ? Math.max(1, broken) : broken;
  const skipped = sum("skipped");
  return { passed: Math.max(0, sum("tests") - broken - skipped), failed, skipped };
}

async function counted(name, command, args, env = {}) {
  const report = join(REPORTS, `${name}.xml`);
  mkdirSync(REPORTS, { recursive: true });
  rmSync(report, { force: true });
  return countsOf(report, await run(command, args(report), { env }));
}

await begin(async () => {
  await installDependencies();
  await prepareEnvironment();
  const lint = await run(PYTHON, ["-m", "ruff", "check", "--quiet", TRAINER]);
  const format = await run(PYTHON, ["-m", "ruff", "format", "--check", "--quiet", TRAINER]);
  const results = [
    { passed: Number(lint === 0 && format === 0), failed: Number(lint !== 0 || format !== 0), skipped: 0 },
    await counted("trainer-pytest", PYTHON, (report) => [
      "-m",
      "pytest",
      "--rootdir",
      TRAINER,
      "-c",
      join(TRAINER, "pyproject.toml"),
      `--junitxml=${report}`,
      join(TRAINER, "tests"),
      ...process.argv.slice(2),
    ]),
    await counted(
      "trainer-service",
      process.execPath,
      (report) => [
        "node_modules/vitest/vitest.mjs",
        "run",
        "--config",
        "test/trainer/lora.config.ts",
        "--reporter=default",
        "--reporter=junit",
        `--outputFile.junit=${report}`,
      ],
      { TRAINER_PYTHON: PYTHON },
    ),
  ];
  const total = (name) => results.reduce((sum, counts) => sum + counts[name], 0);
  console.log(`\n${total("passed")} passed, ${total("failed")} failed, ${total("skipped")} skipped`);
  process.exitCode = total("failed") > 0 ? 1 : 0;
});
