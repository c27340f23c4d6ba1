import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir, hostname, userInfo } from "node:os";
import { join, parse, resolve } from "node:path";
import { WeatherProvider } from "@/test/provider/weather-provider";
import { RELEASES, type Release, runClient } from "./client-environment";
import { OtlpReceiver, type ReceivedExport } from "./otlp-receiver";

const RECORDED = resolve("test/recordings/recorded");

/** Texts that name this machine or its user, where they are long enough not to be found by chance. */
const NAMES = [hostname(), userInfo().username, resolve(".")].filter((name) => name.length > 4);

/** Python's own files may be in the home folder. A text of the same length leaves the lengths in a message right. */
const withoutHome = (text: string) => text.replaceAll(`${homedir()}/`, `/${"x".repeat(homedir().length - 1)}/`);

/** @throws Error when a body names this machine. */
function neutral({ name }: Release, bytes: Buffer): Buffer {
  // Each byte is one character of this encoding.
  const text = withoutHome(bytes.toString("latin1"));
  const named = NAMES.find((each) => text.includes(each));
  if (named !== undefined) throw new Error(`${name} sends ${named}, which its program must not.`);
  return Buffer.from(text, "latin1");
}

function write(release: Release, exports: readonly ReceivedExport[]): void {
  const folder = join(RECORDED, release.name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [index, { signal, type, bytes }] of exports.entries()) {
    const file = `${String(index + 1).padStart(2, "0")}-${signal}.${type}`;
    writeFileSync(join(folder, file), neutral(release, bytes));
  }
}

async function record(release: Release): Promise<void> {
  const [provider, receiver] = [await WeatherProvider.start(), await OtlpReceiver.start()];
  try {
    const printed = await runClient(release, { PROVIDER_URL: provider.url, OTLP_URL: receiver.url });
    if (receiver.received.length === 0) throw new Error(`${release.name} sent nothing:\n${printed}`);
    write(release, receiver.received);
    const size = receiver.received.reduce((sum, { bytes }) => sum + bytes.length, 0);
    console.log(`${release.name}: ${receiver.received.length} exports, ${size} bytes`);
  } finally {
    await provider.stop();
    await receiver.stop();
  }
}

const asked = process.argv.slice(2);
const releases = readdirSync(RELEASES)
  .map((file) => ({ name: parse(file).name, file }))
  .filter(({ name }) => asked.length === 0 || asked.includes(name));
if (releases.length === 0) throw new Error(`No release is named ${asked.join(", ")}; see test/recordings/releases.`);
for (const release of releases) await record(release);
