/**
 * A trainer that follows the job's settings, step by step, so that tests can use every kind of trainer: `config.script`
 * is a list of steps, each an object with one member.
 */
import { appendFileSync, existsSync, readFileSync, renameSync, watch, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const job = JSON.parse(readFileSync(0, "utf8"));

/** Resolves when a file exists; a test uses it to pause a trainer. */
function fileThere(path) {
  return new Promise((resolve) => {
    const watcher = watch(dirname(path), () => existsSync(path) && done());
    const done = () => {
      watcher.close();
      resolve();
    };
    if (existsSync(path)) done();
  });
}

const steps = {
  /** Writes a message. */
  say: (message) => process.stdout.write(`${JSON.stringify(message)}\n`),
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
  /** Writes a file of the checkpoint. */
  write: ([name, text]) => writeFileSync(join(job.output_directory, name), text),
  /** Writes the signals of tokens. */
  signal: (text) => writeFileSync(job.token_signals.path, text),
  /** Writes the job to the file that the test reads. */
  tell: (path) => writeFileSync(path, JSON.stringify(job)),
  /** Writes the variables that name its device to the file that the test reads. */
  devices: (path) => {
    const {
      TRAINER_DEVICE: device = null,
      CUDA_VISIBLE_DEVICES: cuda = null,
      HIP_VISIBLE_DEVICES: hip = null,
    } = process.env;
    writeFileSync(path, JSON.stringify({ device, cuda, hip, told: job.device }));
  },
  // A test that sees the file may read it at once.
  touch: (path) => {
    writeFileSync(`${path}.new`, String(process.pid));
    renameSync(`${path}.new`, path);
  },
  /** Adds a line to a file, so that a test can count the trainers that came this far. */
  count: (path) => appendFileSync(path, `${process.pid}\n`),
  /** Adds a word to a file, so that a test can see the order of jobs. */
  note: ([path, word]) => appendFileSync(path, `${word}\n`),
  wait: (path) => fileThere(path),
  exit: (code) => process.exit(code),
  kill: (signal) => process.kill(process.pid, signal),
  /** From now on requests to end are ignored. */
  deafen: () => process.on("SIGTERM", () => process.stderr.write(`${basename(import.meta.url)} stays\n`)),
  hang: () => new Promise(() => setInterval(() => undefined, 1_000_000)),
};

for (const step of job.config?.script ?? []) {
  const [[name, value]] = Object.entries(step);
  await steps[name](value);
}
