import { describe, expect, it } from "vitest";
import { mergeSettings } from "./merge-settings";
import { readSettingsFile, settingsRank } from "./read-settings-file";

const partOf = (path: string, text: string) => {
  const result = readSettingsFile(path, text);
  return result.kind === "settings" ? result.part : result;
};

describe("the settings of a run", () => {
  it("are read from wandb's config.yaml and metadata, without the user's name and address", () => {
    const config = `
_wandb:
    value:
        python_version: 3.11.5
        cli_version: 0.22.0
        t: {1: [1, 5]}
learning_rate:
    desc: null
    value: 1e-06
model_name_or_path:
    value: Qwen/Qwen3-0.6B
lora:
    value: {r: 8}
wandb_version: 1
`;
    expect(partOf("wandb/run-1/files/config.yaml", config)).toEqual({
      config: { learning_rate: 1e-6, model_name_or_path: "Qwen/Qwen3-0.6B", lora: { r: 8 } },
      model: "Qwen/Qwen3-0.6B",
      origin: { versions: { python: "3.11.5", wandb: "0.22.0" } },
    });
    const metadata = {
      ...{ os: "Linux-6.1", python: "CPython 3.11.5", startedAt: "2026-11-20T14:00:00.000000Z", root: "/work" },
      ...{ program: "/work/train.py", codePath: "train.py", args: ["--lr", "1e-6"], host: "node-1" },
      git: { remote: "https://example.org/team/rl.git", commit: "0123456789abcdef0123456789abcdef01234567" },
      ...{ gpu: "NVIDIA H100", gpu_count: 8, username: "ada", email: "ada@example.org" },
    };
    expect(partOf("wandb/run-1/files/wandb-metadata.json", JSON.stringify(metadata))).toEqual({
      origin: {
        ...{ command: "python train.py --lr 1e-6", folder: "/work", repository: "https://example.org/team/rl.git" },
        ...{ commit: "0123456789abcdef0123456789abcdef01234567", host: "node-1", system: "Linux-6.1" },
        ...{ devices: "8 × NVIDIA H100", started_at: "2026-11-20T14:00:00.000Z" },
        versions: { python: "CPython 3.11.5" },
      },
    });
  });

  it("are read from hydra's files, with the command of the overrides", () => {
    const config = "actor_rollout_ref:\n  model: {path: Qwen/Qwen3-8B}\n  actor: {optim: {lr: 1.0e-6}}\ndata: null\n";
    expect(partOf("outputs/a/.hydra/config.yaml", config)).toEqual({
      config: {
        actor_rollout_ref: { model: { path: "Qwen/Qwen3-8B" }, actor: { optim: { lr: 1e-6 } } },
        data: null,
      },
      model: "Qwen/Qwen3-8B",
    });
    const hydra =
      "hydra:\n  job: {name: main_ppo}\n  overrides:\n    hydra: []\n    task: [algorithm.adv_estimator=grpo, data.seed=1]\n  runtime: {version: 1.3.2, cwd: /verl}\n";
    expect(partOf(".hydra/hydra.yaml", hydra)).toEqual({
      origin: {
        command: "python main_ppo.py algorithm.adv_estimator=grpo data.seed=1",
        folder: "/verl",
        versions: { hydra: "1.3.2" },
      },
    });
  });

  it("are read from prime-rl's TOML, each program under its name", () => {
    expect(partOf("configs/trainer.toml", '[model]\nname = "Qwen/Qwen3-0.6B"')).toEqual({
      ...{ config: { trainer: { model: { name: "Qwen/Qwen3-0.6B" } } }, model: "Qwen/Qwen3-0.6B" },
    });
    expect(partOf("rl.toml", "max_steps = 3\n[trainer.optim]\nlr = 1e-6")).toEqual({
      config: { max_steps: 3, trainer: { optim: { lr: 1e-6 } } },
    });
  });

  it("are read from what TRL writes with checkpoints, with the time of the whole training", () => {
    const state = {
      max_steps: 3,
      train_batch_size: 4,
      log_history: [{ step: 3, train_runtime: 61.5 }],
      global_step: 3,
    };
    expect(partOf("checkpoint-3/trainer_state.json", JSON.stringify(state))).toEqual({
      ...{ config: { max_steps: 3, train_batch_size: 4 }, origin: { program: "TRL" }, seconds: 61.5 },
    });
    const adapter = {
      peft_type: "LORA",
      base_model_name_or_path: "Qwen/Qwen3-0.6B",
      r: 8,
      lora_alpha: 16,
      bias: "none",
    };
    expect(partOf("adapter_config.json", JSON.stringify(adapter))).toEqual({
      config: { peft: { peft_type: "LORA", r: 8, lora_alpha: 16 } },
      model: "Qwen/Qwen3-0.6B",
    });
    const card =
      "---\nbase_model: Qwen/Qwen3-0.6B\n---\n# Card\n- TRL: 1.16.0\n- Transformers: 5.2.0\n- Pytorch: 2.9.1\n";
    expect(partOf("README.md", card)).toEqual({
      model: "Qwen/Qwen3-0.6B",
      origin: { versions: { trl: "1.16.0", transformers: "5.2.0", pytorch: "2.9.1" } },
    });
  });

  it("are not read from a pickle, nor from other files of the same names", () => {
    expect(settingsRank("checkpoint-3/training_args.bin")).toBeNull();
    expect(settingsRank("pyproject.toml")).toBeNull();
    for (const [path, text] of [
      ["README.md", "# My project"],
      ["config.json", '{"port": 80}'],
      ["wandb/files/config.yaml", "port: 80"],
      ["wandb-metadata.json", "[]"],
      ["requirements.txt", "torch"],
    ] as const)
      expect([path, readSettingsFile(path, text).kind]).toEqual([path, "other"]);
  });

  it("say why a file cannot be read, and run no tags of YAML", () => {
    expect(readSettingsFile(".hydra/config.yaml", "a: [1")).toMatchObject({ kind: "unreadable" });
    expect(readSettingsFile("trainer.toml", "a")).toMatchObject({
      kind: "unreadable",
      reason: expect.stringMatching(/line 1/),
    });
    expect(partOf(".hydra/config.yaml", "a: !!python/object/apply:os.system ['true']\nb: 1")).toEqual({
      config: { a: ["true"], b: 1 },
    });
  });

  it("of several files are one, of which the last counts", () => {
    expect(
      mergeSettings([
        { config: { peft: { r: 8 }, lr: 1 }, model: "a", origin: { versions: { trl: "1" }, host: "x" } },
        { config: { peft: { alpha: 2 }, lr: 2 }, origin: { versions: { torch: "2" }, command: "c" }, seconds: 3 },
      ]),
    ).toEqual({
      config: { peft: { r: 8, alpha: 2 }, lr: 2 },
      ...{ model: "a", seconds: 3, origin: { host: "x", command: "c", versions: { trl: "1", torch: "2" } } },
    });
  });
});
