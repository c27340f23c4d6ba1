import type { RunOrigin } from "@/lib/api/contract/training-runs/run-origin";
import { isMembers, type Members } from "@/lib/json/value/members";
import { known, knownTexts, modelIn, type RunSettingsPart, textOf } from "./run-settings-part";

/** Members of wandb's own in its `config.yaml`. */
const OWN = new Set(["_wandb", "wandb_version"]);

/** Returns the settings in wandb's `config.yaml`, which has a `value` for each name; null for any other value. */
export function wandbConfig(value: Members): RunSettingsPart | null {
  const entries = Object.entries(value).filter(([name]) => !OWN.has(name));
  const isWandb = entries.length < Object.keys(value).length;
  if (!isWandb || !entries.every(([, entry]) => isMembers(entry) && "value" in entry)) return null;
  const config = Object.fromEntries(entries.map(([name, entry]) => [name, isMembers(entry) ? entry.value : null]));
  const own = isMembers(value._wandb) && isMembers(value._wandb.value) ? value._wandb.value : {};
  const versions: Record<string, string> = knownTexts({
    python: textOf(own.python_version),
    wandb: textOf(own.cli_version),
  });
  return { config, model: modelIn(config), ...(Object.keys(versions).length === 0 ? {} : { origin: { versions } }) };
}

function devicesOf({ gpu, gpu_count: count, gpu_nvidia: nvidia }: Members): string | undefined {
  const first: unknown = Array.isArray(nvidia) ? nvidia[0] : undefined;
  const name = textOf(gpu) ?? (isMembers(first) ? textOf(first.name) : undefined);
  return name !== undefined && typeof count === "number" && count > 1 ? `${count} × ${name}` : name;
}

function commandOf({ program, codePath, args }: Members): string | undefined {
  const called = textOf(codePath) ?? textOf(program);
  if (called === undefined) return undefined;
  const given = Array.isArray(args) ? args.filter((arg) => typeof arg === "string") : [];
  return [called.endsWith(".py") ? `python ${called}` : called, ...given].join(" ");
}

/** Python writes the time of UTC without a zone. */
function timeOf(value: unknown): string | undefined {
  const text = textOf(value);
  const ms = text === undefined ? Number.NaN : Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
  return Number.isFinite(ms) ? new Date(ms).toISOString() : undefined;
}

/** Returns what `wandb-metadata.json` says. The user's name and address in it are left out. */
export function wandbMetadata(value: Members): RunSettingsPart | null {
  if (!("program" in value || "startedAt" in value) || !("os" in value || "host" in value)) return null;
  const git = isMembers(value.git) ? value.git : {};
  const python = textOf(value.python);
  const origin: RunOrigin = known({
    command: commandOf(value),
    folder: textOf(value.root),
    repository: textOf(git.remote),
    commit: textOf(git.commit),
    host: textOf(value.host),
    system: textOf(value.os),
    devices: devicesOf(value),
    started_at: timeOf(value.startedAt),
    versions: python === undefined ? undefined : { python },
  });
  return { origin };
}

const REQUIREMENT = /^([A-Za-z0-9][\w.-]*)==([^\s;]+)/;

/** Returns the packages of a `requirements.txt` that wandb or pip wrote. */
export function requirementVersions(text: string): RunSettingsPart | null {
  const versions = Object.fromEntries(
    text.split("\n").flatMap((line) => {
      const [, name, version] = REQUIREMENT.exec(line.trim()) ?? [];
      return name === undefined || version === undefined ? [] : [[name, version]];
    }),
  );
  return Object.keys(versions).length === 0 ? null : { origin: { versions } };
}
